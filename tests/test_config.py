"""Settings that another file has to agree with."""

import tomllib

from config import ROOT, Settings


def test_streamlit_takes_as_much_as_the_setting_can_allow():
    server = tomllib.loads((ROOT / ".streamlit" / "config.toml").read_text(encoding="utf-8"))["server"]
    most = next(rule.le for rule in Settings.model_fields["max_upload_mb"].metadata if hasattr(rule, "le"))
    assert server["maxUploadSize"] == most
