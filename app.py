"""ChunkTrace in the browser: page config, navigation, run."""

import streamlit as st

from ui.shell import navigation

st.set_page_config(page_title="ChunkTrace", page_icon="🧩", layout="wide")
navigation().run()
