package dev.colonnade.client.page.batch;

import dev.colonnade.client.page.column.DenseBytesColumn;
import dev.colonnade.client.page.column.NullMask;
import dev.colonnade.protocol.ProtocolException;
import dev.colonnade.protocol.result.ResultColumn;
import dev.colonnade.protocol.schema.WireType;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.apache.arrow.flatbuf.DictionaryBatch;
import org.apache.arrow.flatbuf.MessageHeader;
import org.apache.arrow.flatbuf.RecordBatch;

/** Decoder of dictionary messages, each of which is a batch of one text column with an id. */
final class ArrowDictionary {
  private static final int BUFFER_COUNT = 3;

  private ArrowDictionary() {}

  /** Adds the labels of a dictionary message under its id. */
  static void addTo(Map<Long, List<String>> dictionaries, EncapsulatedMessage message) {
    DictionaryBatch dictionary =
        message.header(MessageHeader.DictionaryBatch, new DictionaryBatch());
    RecordBatch batch = dictionary.data();
    boolean isWhole = batch != null && !dictionary.isDelta();
    if (!isWhole || batch.length() < 0 || batch.length() > WireType.ENUM_LABELS_MAX) {
      throw ProtocolException.malformed(
          "dictionary is incomplete or a delta: id=" + dictionary.id());
    }
    dictionaries.put(dictionary.id(), labels(batch, message.body()));
  }

  private static List<String> labels(RecordBatch batch, ByteBuffer body) {
    int rowCount = (int) batch.length();
    BatchBuffers buffers = new BatchBuffers(batch, body, rowCount);
    buffers.requireCounts(1, BUFFER_COUNT);
    ByteBuffer offsets = buffers.buffer(1, rowCount == 0 ? 0 : (rowCount + 1L) * Integer.BYTES);
    DenseBytesColumn column =
        new DenseBytesColumn(
            new ResultColumn(0, "dictionary", WireType.TEXT, false),
            offsets,
            buffers.buffer(2, 0),
            NullMask.none(),
            rowCount);
    List<String> labels = new ArrayList<>();
    for (int row = 0; row < rowCount; row++) {
      labels.add(column.textAt(row));
    }
    return labels;
  }
}
