package dev.colonnade.sql.execute.spill;

import dev.colonnade.sql.execute.spill.format.SpillBatchDecoder;
import dev.colonnade.sql.vector.VectorBatch;
import dev.colonnade.sql.vector.VectorType;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Reader of the batches of one temporary file. One thread, that of the writer. */
public final class SpillReader {
  private static final int BODY_BYTES_KEPT_MAX = 4 << 20;

  private final SpillWriter writer;
  private final SpillBatchDecoder decoder;
  private final byte[] prefix = new byte[SpillBatchDecoder.PREFIX_BYTES];
  private byte[] metadata = new byte[0];
  private byte[] body = new byte[0];
  private long position;

  SpillReader(SpillWriter writer, List<VectorType> types) {
    this.writer = writer;
    this.decoder = new SpillBatchDecoder(types);
  }

  /**
   * Returns the next rows, at least one; null if there are none at present.
   *
   * @throws dev.colonnade.error.ColonnadeException STORE_IO if the file cannot be read; STORE_CORRUPT
   *     if it has been changed
   */
  public @Nullable VectorBatch next() {
    SpillFile file = writer.file();
    if (file == null || position == file.length()) {
      return null;
    }
    file.read(position, prefix, 0, prefix.length);
    int metadataLength = SpillBatchDecoder.metadataLength(prefix);
    metadata = metadata.length < metadataLength ? new byte[metadataLength] : metadata;
    file.read(position + prefix.length, metadata, 0, metadataLength);
    int bodyLength = decoder.readMetadata(metadata, metadataLength);
    if (body.length < bodyLength || body.length > BODY_BYTES_KEPT_MAX) {
      body = new byte[bodyLength];
    }
    position += prefix.length + metadataLength;
    file.read(position, body, 0, bodyLength);
    position += bodyLength;
    return decoder.decode(body);
  }
}
