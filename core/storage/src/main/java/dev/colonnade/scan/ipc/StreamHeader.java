package dev.colonnade.scan.ipc;

import dev.colonnade.scan.column.BatchLayout;
import dev.colonnade.scan.column.BatchSchema;
import dev.colonnade.type.EnumLabel;
import dev.colonnade.type.EnumType;
import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.List;

/**
 * First messages of a stream of record batches: the schema, and the labels of each enum as a
 * dictionary batch. Sent once; all batches of the same columns follow it.
 */
public final class StreamHeader {
  private StreamHeader() {}

  /** Returns the messages, one behind the other. */
  public static byte[] encode(BatchSchema schema) {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    append(out, MessageMetadata.schema(schema));
    schema.dictionaries().forEach((id, type) -> appendLabels(out, id, type));
    return out.toByteArray();
  }

  private static void appendLabels(ByteArrayOutputStream out, long id, EnumType type) {
    List<byte[]> labels =
        type.labels().stream()
            .map(EnumLabel::label)
            .map(label -> label.getBytes(StandardCharsets.UTF_8))
            .toList();
    int textBytes = labels.stream().mapToInt(label -> label.length).sum();
    ByteBuffer validity = validity(labels.size());
    ByteBuffer offsets =
        ByteBuffer.allocate(BatchLayout.OFFSET_BYTES * (labels.size() + 1))
            .order(ByteOrder.LITTLE_ENDIAN)
            .putInt(0);
    ByteBuffer texts = ByteBuffer.allocate(textBytes);
    for (byte[] label : labels) {
      offsets.putInt(texts.put(label).position());
    }
    long[] bufferBytes = {validity.capacity(), offsets.capacity(), texts.capacity()};
    append(out, MessageMetadata.dictionary(id, labels.size(), bufferBytes));
    for (ByteBuffer buffer : List.of(validity, offsets, texts)) {
      append(out, buffer.clear());
      int padding = (int) BatchLayout.padded(buffer.capacity()) - buffer.capacity();
      out.writeBytes(new byte[padding]);
    }
  }

  /** Returns a bitmap whose first {@code count} bits are set. */
  private static ByteBuffer validity(int count) {
    ByteBuffer bits = ByteBuffer.allocate((count + Byte.SIZE - 1) / Byte.SIZE);
    for (int i = 0; i < count; i++) {
      int at = i / Byte.SIZE;
      bits.put(at, (byte) (bits.get(at) | 1 << i % Byte.SIZE));
    }
    return bits;
  }

  private static void append(ByteArrayOutputStream out, ByteBuffer heapBuffer) {
    out.write(
        heapBuffer.array(),
        heapBuffer.arrayOffset() + heapBuffer.position(),
        heapBuffer.remaining());
  }
}
