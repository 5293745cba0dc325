/**
 * Elements of the Parquet format that reader and writer share: types, and the compact protocol of
 * Thrift, in which all metadata are encoded. Depends on errors only.
 */
@NullMarked
package dev.colonnade.server.parquet.format;

import org.jspecify.annotations.NullMarked;
