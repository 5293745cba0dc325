package dev.colonnade.scan.ipc;

import dev.colonnade.scan.column.BatchSchema;
import dev.colonnade.type.EnumLabel;
import dev.colonnade.type.EnumType;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.channels.Channels;
import java.nio.charset.StandardCharsets;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import org.apache.arrow.memory.BufferAllocator;
import org.apache.arrow.vector.VarCharVector;
import org.apache.arrow.vector.VectorSchemaRoot;
import org.apache.arrow.vector.VectorUnloader;
import org.apache.arrow.vector.dictionary.Dictionary;
import org.apache.arrow.vector.dictionary.DictionaryProvider.MapDictionaryProvider;
import org.apache.arrow.vector.ipc.WriteChannel;
import org.apache.arrow.vector.ipc.message.ArrowDictionaryBatch;
import org.apache.arrow.vector.ipc.message.MessageSerializer;
import org.apache.arrow.vector.types.pojo.ArrowType;
import org.apache.arrow.vector.types.pojo.DictionaryEncoding;
import org.apache.arrow.vector.types.pojo.Field;
import org.apache.arrow.vector.types.pojo.Schema;
import org.apache.arrow.vector.util.DictionaryUtility;

/**
 * What a stream of batches begins with: the schema, and the labels of each enum as a dictionary.
 * Sent once; all batches of the same columns follow it.
 */
public final class StreamHead {
  private StreamHead() {}

  /** The messages, one behind the other. The allocator lends memory for the time of the call. */
  public static byte[] encode(BatchSchema schema, BufferAllocator allocator) {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    WriteChannel out = new WriteChannel(Channels.newChannel(bytes));
    MapDictionaryProvider dictionaries = new MapDictionaryProvider();
    try {
      for (Map.Entry<Long, EnumType> entry : schema.dictionaries().entrySet()) {
        dictionaries.put(dictionaryOf(entry.getKey(), entry.getValue(), allocator));
      }
      MessageSerializer.serialize(out, messageSchema(schema, dictionaries));
      for (long id : schema.dictionaries().keySet()) {
        writeLabels(out, id, (VarCharVector) dictionaries.lookup(id).getVector());
      }
      return bytes.toByteArray();
    } catch (IOException e) {
      throw new IllegalStateException("writing to memory failed", e);
    } finally {
      dictionaries.close();
    }
  }

  private static Schema messageSchema(BatchSchema schema, MapDictionaryProvider dictionaries) {
    List<Field> fields =
        schema.arrow().getFields().stream()
            .map(field -> DictionaryUtility.toMessageFormat(field, dictionaries, new HashSet<>()))
            .toList();
    return new Schema(fields, schema.arrow().getCustomMetadata());
  }

  private static Dictionary dictionaryOf(long id, EnumType type, BufferAllocator allocator) {
    VarCharVector labels = new VarCharVector("labels", allocator);
    try {
      int count = 0;
      for (EnumLabel label : type.labels()) {
        labels.setSafe(count++, label.label().getBytes(StandardCharsets.UTF_8));
      }
      labels.setValueCount(count);
      boolean ordered = true;
      return new Dictionary(
          labels, new DictionaryEncoding(id, ordered, new ArrowType.Int(Short.SIZE, true)));
    } catch (RuntimeException | Error e) {
      labels.close();
      throw e;
    }
  }

  private static void writeLabels(WriteChannel out, long id, VarCharVector labels)
      throws IOException {
    VectorSchemaRoot root =
        new VectorSchemaRoot(List.of(labels.getField()), List.of(labels), labels.getValueCount());
    try (ArrowDictionaryBatch batch =
        new ArrowDictionaryBatch(id, new VectorUnloader(root).getRecordBatch(), false)) {
      MessageSerializer.serialize(out, batch);
    }
  }
}
