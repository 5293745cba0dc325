package dev.colonnade.server.parquet.write;

import java.util.List;

/** Metadata of a row group for the footer. */
record RowGroup(List<ColumnChunk> chunks, long rowCount) {}
