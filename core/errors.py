"""Errors that are meant for the reader: one clear line saying what, where and what to do."""


class ChunkTraceError(Exception):
    """A problem the reader can act on. Shown as it is, without a traceback."""


class SettingError(ChunkTraceError):
    """A setting that cannot work, found before any work starts."""


class LoadError(ChunkTraceError):
    """A file, folder or data set that cannot be read as text."""


class ModelMissing(ChunkTraceError):
    """A bundled model that is not on this machine yet; the message names the command that brings it."""


class StrategyError(ChunkTraceError):
    """A strategy that broke one of the laws every chunking obeys; its chunks are not used."""


class CollectionError(ChunkTraceError):
    """A collection that is absent, incomplete, or built by another recipe than the one asked for."""


class GenerationError(ChunkTraceError):
    """A language model that could not be reached or gave no usable reply."""


class ReplyRefused(GenerationError):
    """A language model that was reached, but gave no usable reply to this one prompt."""


class JudgeError(ChunkTraceError):
    """A judgement that could not be made; the message is the reason kept with the row."""
