package dev.colonnade.client;

import dev.colonnade.client.page.PageDecoder;
import dev.colonnade.protocol.Bytes;
import dev.colonnade.protocol.response.ResultHead;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Cache of the decoder of the last result, for results with the same metadata. Thread-safe. */
final class HeadCache {
  private record Entry(
      ResultHead.Encoding encoding, int schemaVersion, Bytes arrowSchema, PageDecoder decoder) {
    boolean matches(ResultHead head) {
      return schemaVersion == head.schemaVersion()
          && encoding.equals(head.encoding())
          && arrowSchema.equals(head.arrowSchema());
    }
  }

  private volatile @Nullable Entry last;

  Optional<PageDecoder> find(ResultHead head) {
    Entry entry = last;
    return entry != null && entry.matches(head) ? Optional.of(entry.decoder()) : Optional.empty();
  }

  void put(ResultHead head, PageDecoder decoder) {
    last = new Entry(head.encoding(), head.schemaVersion(), head.arrowSchema(), decoder);
  }

  void clear() {
    last = null;
  }
}
