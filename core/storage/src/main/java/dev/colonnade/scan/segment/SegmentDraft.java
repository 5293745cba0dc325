package dev.colonnade.scan.segment;

import static java.util.Objects.requireNonNull;

import java.nio.ByteBuffer;

/** Encoded segment that is not written yet. */
public final class SegmentDraft {
  private final SegmentHeader header;
  private final ByteBuffer parts;

  /** Creates a draft of the parts of a builder, whose content is copied. */
  public SegmentDraft(SegmentHeader header, SegmentBuilder parts) {
    requireNonNull(header, "header is null");
    this.header =
        new SegmentHeader(
            header.number(),
            header.span(),
            header.readTimestamp(),
            header.rowCount(),
            header.flags(),
            parts.parts());
    this.parts = ByteBuffer.wrap(parts.copy());
  }

  SegmentHeader header() {
    return header;
  }

  ByteBuffer parts() {
    return parts.duplicate();
  }

  /** Returns the bytes of the parts. */
  public int bytes() {
    return parts.remaining();
  }
}
