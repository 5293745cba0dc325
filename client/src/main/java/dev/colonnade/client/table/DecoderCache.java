package dev.colonnade.client.table;

import dev.colonnade.client.page.PageDecoder;
import dev.colonnade.protocol.Bytes;
import dev.colonnade.protocol.result.ResultMetadata;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Cache of the decoder of the last result, for results with the same metadata. Thread-safe. */
public final class DecoderCache {
  private record Entry(
      ResultMetadata.Encoding encoding, int schemaVersion, Bytes arrowSchema, PageDecoder decoder) {
    boolean matches(ResultMetadata head) {
      return schemaVersion == head.schemaVersion()
          && encoding.equals(head.encoding())
          && arrowSchema.equals(head.arrowSchema());
    }
  }

  private volatile @Nullable Entry last;

  /** Creates an empty cache. */
  public DecoderCache() {}

  /** Returns the decoder of pages with this metadata. */
  public Optional<PageDecoder> find(ResultMetadata head) {
    Entry entry = last;
    return entry != null && entry.matches(head) ? Optional.of(entry.decoder()) : Optional.empty();
  }

  /** Adds the decoder of pages with this metadata. */
  public void put(ResultMetadata head, PageDecoder decoder) {
    last = new Entry(head.encoding(), head.schemaVersion(), head.arrowSchema(), decoder);
  }

  /** Removes all decoders. */
  public void clear() {
    last = null;
  }
}
