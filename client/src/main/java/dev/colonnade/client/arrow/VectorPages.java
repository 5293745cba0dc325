package dev.colonnade.client.arrow;

import static java.util.Objects.requireNonNull;

import dev.colonnade.client.page.ResultPage;
import dev.colonnade.client.page.batch.EncapsulatedMessage;
import dev.colonnade.protocol.ProtocolException;
import dev.colonnade.protocol.result.ResultMetadata;
import dev.colonnade.protocol.result.ScanFormat;
import io.netty.buffer.ByteBuf;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.arrow.flatbuf.DictionaryBatch;
import org.apache.arrow.flatbuf.MessageHeader;
import org.apache.arrow.flatbuf.RecordBatch;
import org.apache.arrow.memory.ArrowBuf;
import org.apache.arrow.memory.BufferAllocator;
import org.apache.arrow.vector.FieldVector;
import org.apache.arrow.vector.VectorLoader;
import org.apache.arrow.vector.VectorSchemaRoot;
import org.apache.arrow.vector.dictionary.Dictionary;
import org.apache.arrow.vector.dictionary.DictionaryProvider;
import org.apache.arrow.vector.ipc.message.ArrowRecordBatch;
import org.apache.arrow.vector.ipc.message.MessageSerializer;
import org.apache.arrow.vector.types.pojo.Field;
import org.apache.arrow.vector.types.pojo.Schema;
import org.apache.arrow.vector.util.DictionaryUtility;

/**
 * Loader of the pages of one {@link ScanFormat#COL_BATCH} result into one {@link VectorSchemaRoot},
 * like Arrow's own readers: each page replaces the previous one. Vectors share the memory of the
 * received page, which is released together with the vectors; only compressed buffers are copied.
 * Must be closed before its allocator. Not thread-safe.
 */
public final class VectorPages implements AutoCloseable {
  private final BufferAllocator allocator;
  private final int columnCount;
  private final Map<Long, Dictionary> dictionaries = new HashMap<>();
  private final VectorSchemaRoot root;
  private final VectorLoader loader;

  /**
   * Creates a loader whose root has no rows.
   *
   * @throws IllegalArgumentException if the result does not consist of Arrow batches
   */
  public VectorPages(BufferAllocator allocator, ResultMetadata head) {
    this.allocator = requireNonNull(allocator, "allocator is null");
    if (head.encoding().format() != ScanFormat.COL_BATCH) {
      throw new IllegalArgumentException(
          "result does not consist of Arrow batches: format=" + head.encoding().format());
    }
    this.columnCount = head.columns().size();
    ByteBuffer messages = ByteBuffer.wrap(head.arrowSchema().toArray());
    EncapsulatedMessage schema = EncapsulatedMessage.read(messages, 0);
    this.root = VectorSchemaRoot.create(memorySchema(schema), allocator);
    this.loader = new VectorLoader(root, BufferCodecs.FACTORY);
    try {
      loadDictionaries(messages, schema.end());
    } catch (RuntimeException refused) {
      close();
      throw refused;
    }
  }

  /** Returns the vectors of the page that was loaded last. */
  public VectorSchemaRoot root() {
    return root;
  }

  /** Returns the dictionaries of encoded columns. */
  public DictionaryProvider dictionaries() {
    return new DictionaryProvider.MapDictionaryProvider(
        dictionaries.values().toArray(Dictionary[]::new));
  }

  /**
   * Replaces the vectors by those of a page, which may be closed afterwards.
   *
   * @throws ProtocolException if the page is malformed
   */
  public VectorSchemaRoot load(ResultPage page) {
    if (page.rowCount() == 0) {
      root.clear();
      root.setRowCount(0);
      return root;
    }
    requireValid(page);
    ByteBuf payload = page.retainedPayload();
    EncapsulatedMessage message = EncapsulatedMessage.read(payload.nioBuffer().slice(), 0);
    RecordBatch metadata = message.header(MessageHeader.RecordBatch, new RecordBatch());
    ArrowBuf memory = NettyMemory.wrap(allocator, payload);
    int bodyStart = message.end() - message.body().limit();
    try (ArrowRecordBatch batch =
        recordBatch(metadata, memory.slice(bodyStart, message.body().limit()))) {
      loader.load(batch);
    }
    return root;
  }

  @Override
  public void close() {
    root.close();
    dictionaries.values().forEach(dictionary -> dictionary.getVector().close());
  }

  /** Validates all buffers and offsets of a page, because Arrow's vectors do not. */
  private void requireValid(ResultPage page) {
    for (int i = 0; i < columnCount; i++) {
      requireNonNull(page.column(i), "column is null");
    }
  }

  private Schema memorySchema(EncapsulatedMessage message) {
    Schema schema = MessageSerializer.deserializeSchema(message.metadata());
    List<Field> fields = new ArrayList<>();
    for (Field field : schema.getFields()) {
      fields.add(DictionaryUtility.toMemoryFormat(field, allocator, dictionaries));
    }
    return new Schema(fields, schema.getCustomMetadata());
  }

  private void loadDictionaries(ByteBuffer messages, int from) {
    for (int start = from; start < messages.limit(); ) {
      EncapsulatedMessage dictionary = EncapsulatedMessage.read(messages, start);
      loadDictionary(dictionary);
      start = dictionary.end();
    }
  }

  private void loadDictionary(EncapsulatedMessage message) {
    DictionaryBatch batch = message.header(MessageHeader.DictionaryBatch, new DictionaryBatch());
    Dictionary dictionary = dictionaries.get(batch.id());
    if (dictionary == null) {
      throw ProtocolException.malformed("no column has this dictionary: id=" + batch.id());
    }
    ByteBuffer body = message.body();
    ArrowBuf memory = allocator.buffer(body.limit());
    memory.setBytes(0, body, 0, body.limit());
    FieldVector vector = dictionary.getVector();
    VectorSchemaRoot labels = VectorSchemaRoot.of(vector);
    try (ArrowRecordBatch records = recordBatch(batch.data(), memory)) {
      new VectorLoader(labels, BufferCodecs.FACTORY).load(records);
    }
  }

  /** Returns a batch over a body, whose reference it consumes. */
  private static ArrowRecordBatch recordBatch(RecordBatch metadata, ArrowBuf body) {
    try {
      return MessageSerializer.deserializeRecordBatch(metadata, body);
    } catch (IOException unreadable) {
      body.close();
      throw new UncheckedIOException(unreadable);
    } catch (RuntimeException refused) {
      body.close();
      throw refused;
    }
  }
}
