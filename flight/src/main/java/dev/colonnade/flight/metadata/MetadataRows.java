package dev.colonnade.flight.metadata;

import static java.nio.charset.StandardCharsets.UTF_8;
import static java.util.Objects.requireNonNull;

import java.util.List;
import org.apache.arrow.flight.FlightProducer.ServerStreamListener;
import org.apache.arrow.memory.BufferAllocator;
import org.apache.arrow.vector.BitVector;
import org.apache.arrow.vector.FieldVector;
import org.apache.arrow.vector.IntVector;
import org.apache.arrow.vector.UInt1Vector;
import org.apache.arrow.vector.VarBinaryVector;
import org.apache.arrow.vector.VarCharVector;
import org.apache.arrow.vector.VectorSchemaRoot;
import org.apache.arrow.vector.complex.ListVector;
import org.apache.arrow.vector.complex.impl.UnionListWriter;
import org.apache.arrow.vector.types.pojo.Schema;
import org.jspecify.annotations.Nullable;

/** Rows of metadata, few enough to be built value by value, in a schema that Flight SQL defines. */
final class MetadataRows implements AutoCloseable {
  private final VectorSchemaRoot root;
  private int rowCount;

  MetadataRows(Schema schema, BufferAllocator allocator) {
    root = VectorSchemaRoot.create(schema, allocator);
    root.allocateNew();
  }

  /** Adds a row: texts, numbers, booleans, bytes and lists of texts. */
  void add(List<? extends @Nullable Object> values) {
    for (int i = 0; i < values.size(); i++) {
      Object value = values.get(i);
      if (value != null) {
        set(root.getVector(i), value);
      }
    }
    rowCount++;
  }

  private void set(FieldVector vector, Object value) {
    switch (vector) {
      case VarCharVector texts -> texts.setSafe(rowCount, value.toString().getBytes(UTF_8));
      case VarBinaryVector bytes -> bytes.setSafe(rowCount, (byte[]) value);
      case IntVector numbers -> numbers.setSafe(rowCount, ((Number) value).intValue());
      case UInt1Vector numbers -> numbers.setSafe(rowCount, ((Number) value).intValue());
      case BitVector bits -> bits.setSafe(rowCount, (Boolean) value ? 1 : 0);
      case ListVector lists -> setList(lists, (List<?>) value);
      default ->
          throw new IllegalArgumentException(
              "no metadata has this type: type=" + vector.getField().getType());
    }
  }

  private void setList(ListVector vector, List<?> texts) {
    UnionListWriter writer = vector.getWriter();
    writer.setPosition(rowCount);
    writer.startList();
    texts.forEach(text -> writer.writeVarChar(text.toString()));
    writer.endList();
  }

  /** Sends all rows. */
  void send(ServerStreamListener stream) {
    requireNonNull(stream, "stream is null");
    root.setRowCount(rowCount);
    stream.start(root);
    stream.putNext();
  }

  @Override
  public void close() {
    root.close();
  }
}
