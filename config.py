"""Settings from the environment (CHUNKTRACE_*) or a .env file. Read only at the edges: command line, app, scripts."""

from __future__ import annotations

from functools import lru_cache
from pathlib import Path

from pydantic import AliasChoices, Field, SecretStr
from pydantic_settings import BaseSettings, SettingsConfigDict

ROOT = Path(__file__).parent


class Settings(BaseSettings):
    """Everything a user may set once; forms and options start from these values."""

    model_config = SettingsConfigDict(
        env_prefix="CHUNKTRACE_", env_file=ROOT / ".env", env_ignore_empty=True, extra="ignore"
    )

    home: Path = ROOT / "data" / "local"
    ragbench: Path | None = None
    strategies: Path | None = None
    chunk_size: int = 512
    chunk_overlap: int = 50
    semantic_threshold: float = 0.5
    semantic_min_chunk_size: int = 5
    embedding_model: str = "minilm"
    llm_model: str = "local"
    # US dollars a million tokens, to show costs
    input_price: float | None = Field(default=None, ge=0, allow_inf_nan=False)
    output_price: float | None = Field(default=None, ge=0, allow_inf_nan=False)
    chroma_url: str | None = None  # a Chroma server for the vectors of collections, such as http://localhost:8000
    chroma_token: SecretStr | None = None
    chroma_tenant: str = "default_tenant"
    chroma_database: str = "default_database"
    # Streamlit takes no more than maxUploadSize in .streamlit/config.toml.
    max_upload_mb: int = Field(default=50, ge=1, le=1000)
    api_key: SecretStr | None = Field(
        default=None, validation_alias=AliasChoices("CHUNKTRACE_API_KEY", "OPENAI_API_KEY")
    )


@lru_cache(maxsize=1)
def settings() -> Settings:
    """The settings of this process, read once."""
    return Settings()
