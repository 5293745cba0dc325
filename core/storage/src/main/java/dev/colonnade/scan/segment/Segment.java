package dev.colonnade.scan.segment;

import static java.util.Objects.requireNonNull;

import dev.colonnade.key.KeySpan;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;

/** Segment in a file: its header, and where its parts are. Thread-safe. */
public final class Segment {
  private final SegmentHeader header;
  private final SegmentFile file;
  private final long storedBytes;
  private final Map<String, SegmentPart> parts = new HashMap<>();
  private final AtomicBoolean isReleased = new AtomicBoolean();

  Segment(SegmentHeader header, SegmentFile file) {
    this.header = requireNonNull(header, "header is null");
    this.file = requireNonNull(file, "file is null");
    this.storedBytes = header.parts().stream().mapToLong(SegmentPart::storedBytes).sum();
    header.parts().forEach(part -> parts.put(part.name(), part));
    file.addLive(storedBytes);
  }

  /** Returns the number, of which there is one only. */
  public long number() {
    return header.number();
  }

  public KeySpan span() {
    return header.span();
  }

  public long readTimestamp() {
    return header.readTimestamp();
  }

  public int rowCount() {
    return header.rowCount();
  }

  public int flags() {
    return header.flags();
  }

  /** Returns the part with a name; null if there is none. */
  public @Nullable SegmentPart part(String name) {
    return parts.get(name);
  }

  /** Returns the parts. */
  public Iterable<SegmentPart> parts() {
    return header.parts();
  }

  SegmentFile file() {
    return file;
  }

  /** Releases the space in the file. Idempotent. */
  public void release() {
    if (isReleased.compareAndSet(false, true)) {
      file.addLive(-storedBytes);
    }
  }
}
