package dev.colonnade.client.page.batch;

import dev.colonnade.protocol.ProtocolException;
import dev.colonnade.protocol.result.ResultColumn;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.arrow.flatbuf.Endianness;
import org.apache.arrow.flatbuf.Field;
import org.apache.arrow.flatbuf.MessageHeader;
import org.apache.arrow.flatbuf.Schema;

/**
 * Schema of all batches of a result: an Arrow Schema message that must match the result's columns,
 * and the dictionaries after it.
 *
 * @param columns in the order of the result
 * @param bufferCount number of buffers of every batch
 */
record RecordBatchSchema(List<ArrowColumn> columns, int bufferCount) {
  RecordBatchSchema {
    columns = List.copyOf(columns);
  }

  /**
   * Reads the messages.
   *
   * @throws ProtocolException if the messages do not match the result's columns
   */
  static RecordBatchSchema read(List<ResultColumn> resultColumns, byte[] messages) {
    try {
      ByteBuffer bytes = ByteBuffer.wrap(messages);
      EncapsulatedMessage message = EncapsulatedMessage.read(bytes, 0);
      Schema schema = message.header(MessageHeader.Schema, new Schema());
      Map<Long, List<String>> dictionaries = new HashMap<>();
      for (int start = message.end(); start < messages.length; ) {
        EncapsulatedMessage dictionary = EncapsulatedMessage.read(bytes, start);
        ArrowDictionary.addTo(dictionaries, dictionary);
        start = dictionary.end();
      }
      return fit(resultColumns, schema, dictionaries);
    } catch (IndexOutOfBoundsException cutOff) {
      throw ProtocolException.malformed("Arrow schema is truncated: " + cutOff.getMessage());
    }
  }

  private static RecordBatchSchema fit(
      List<ResultColumn> resultColumns, Schema schema, Map<Long, List<String>> dictionaries) {
    if (schema.endianness() != Endianness.Little || schema.fieldsLength() != resultColumns.size()) {
      throw ProtocolException.malformed(
          "Arrow schema does not match the result: endianness="
              + schema.endianness()
              + " fieldCount="
              + schema.fieldsLength()
              + " columnCount="
              + resultColumns.size());
    }
    List<ArrowColumn> columns = new ArrayList<>();
    int nextBuffer = 0;
    for (int i = 0; i < resultColumns.size(); i++) {
      Field field = schema.fields(i);
      ArrowColumn column = ArrowTypes.fit(resultColumns.get(i), field, nextBuffer, dictionaries);
      columns.add(column);
      nextBuffer = column.nextBuffer();
    }
    return new RecordBatchSchema(columns, nextBuffer);
  }
}
