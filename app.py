"""ChunkTrace in the browser: page config, navigation, run, and what the next page needs."""

import streamlit as st

from ui import warmup
from ui.shell import navigation

st.set_page_config(page_title="ChunkTrace", page_icon="🧩", layout="wide")
navigation().run()
warmup.soon()
