package dev.colonnade.sql.execute.spill.format;

import dev.colonnade.sql.vector.BooleanVector;
import dev.colonnade.sql.vector.DoubleVector;
import dev.colonnade.sql.vector.LongVector;
import dev.colonnade.sql.vector.ObjectVector;
import dev.colonnade.sql.vector.TextVector;
import dev.colonnade.sql.vector.Vector;
import dev.colonnade.sql.vector.VectorBatch;
import dev.colonnade.sql.vector.VectorType;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.List;

/**
 * Encoder of rows to record batch messages. Each column has a validity bitmap, empty if no row is
 * NULL; longs and doubles then have 8 bytes a row, Booleans a bitmap, texts and objects offsets and
 * bytes. Only the rows that are encoded are copied. One thread.
 */
public final class SpillBatchEncoder {
  private static final int BUFFERS_PER_COLUMN_MAX = 3;

  private final int columnCount;
  private final boolean[] isObjectForm;
  private final Lz4Buffers compression = new Lz4Buffers();
  private final ByteSink metadata = new ByteSink();
  private final ByteSink body = new ByteSink();
  private final ByteSink plain = new ByteSink();
  private final ByteSink offsets = new ByteSink();
  private SpillMessage.Layout layout = new SpillMessage.Layout(0, 0, 0);

  public SpillBatchEncoder(List<VectorType> types) {
    this.columnCount = types.size();
    this.isObjectForm = new boolean[columnCount];
    for (int i = 0; i < columnCount; i++) {
      isObjectForm[i] = types.get(i).form() == VectorType.Form.OBJECT;
    }
  }

  /** Encodes the rows of a batch from {@code from} up to {@code to}, without that one. */
  public void encode(VectorBatch batch, int from, int to) {
    metadata.clear();
    body.clear();
    layout = new SpillMessage.Layout(to - from, columnCount, columnCount * BUFFERS_PER_COLUMN_MAX);
    for (int i = 0; i < columnCount; i++) {
      Vector column = batch.column(i);
      int nullCount = addValidity(column, from, to);
      layout.setColumn(i, nullCount, column instanceof ObjectVector && !isObjectForm[i]);
      addValues(column, from, to);
    }
    layout.setBodyBytes(body.length());
    SpillMessage.write(layout, metadata);
    plain.clear();
    offsets.clear();
  }

  /** Frees the memory of the encoded batch. */
  public void free() {
    metadata.free();
    body.free();
    plain.free();
    offsets.free();
  }

  /** Returns the number of NULLs. */
  private int addValidity(Vector column, int from, int to) {
    plain.clear();
    boolean[] nulls = column.nulls();
    int nullCount = 0;
    for (int row = from; nulls != null && row < to; row++) {
      nullCount += nulls[row] ? 1 : 0;
    }
    if (nulls != null && nullCount > 0) {
      putBits(nulls, true, from, to);
    }
    addBuffer(plain);
    return nullCount;
  }

  private void addValues(Vector column, int from, int to) {
    plain.clear();
    switch (column) {
      case LongVector longs -> {
        reservedFor(to - from).asLongBuffer().put(longs.values(), from, to - from);
        addBuffer(plain);
      }
      case DoubleVector doubles -> {
        reservedFor(to - from).asDoubleBuffer().put(doubles.values(), from, to - from);
        addBuffer(plain);
      }
      case BooleanVector booleans -> {
        putBits(booleans.values(), false, from, to);
        addBuffer(plain);
      }
      case TextVector texts -> addTexts(texts, from, to);
      case ObjectVector objects -> addObjects(objects, from, to);
    }
  }

  private ByteBuffer reservedFor(int count) {
    int length = count * Long.BYTES;
    plain.reserve(length);
    plain.setLength(length);
    return ByteBuffer.wrap(plain.bytes(), 0, length).order(ByteOrder.LITTLE_ENDIAN);
  }

  private void putBits(boolean[] values, boolean isInverted, int from, int to) {
    int bits = 0;
    for (int row = from; row < to; row++) {
      int bit = (row - from) & (Byte.SIZE - 1);
      bits |= (values[row] != isInverted ? 1 : 0) << bit;
      if (bit == Byte.SIZE - 1 || row == to - 1) {
        plain.putByte(bits);
        bits = 0;
      }
    }
  }

  /** Texts that lie one behind the other are compressed where they are. */
  private void addTexts(TextVector texts, int from, int to) {
    offsets.clear();
    offsets.putInt(0);
    int first = 0;
    int end = 0;
    int length = 0;
    boolean isContiguous = true;
    for (int row = from; row < to; row++) {
      if (!texts.isNull(row) && texts.length(row) > 0) {
        first = length == 0 ? texts.start(row) : first;
        isContiguous &= length == 0 || texts.start(row) == end;
        end = texts.start(row) + texts.length(row);
        length = Math.addExact(length, texts.length(row));
      }
      offsets.putInt(length);
    }
    addBuffer(offsets);
    if (isContiguous) {
      addBuffer(texts.bytes(), first, length);
    } else {
      addScattered(texts, from, to, length);
    }
  }

  private void addScattered(TextVector texts, int from, int to, int length) {
    plain.reserve(length);
    for (int row = from; row < to; row++) {
      if (!texts.isNull(row)) {
        plain.putBytes(texts.bytes(), texts.start(row), texts.length(row));
      }
    }
    addBuffer(plain);
  }

  private void addObjects(ObjectVector objects, int from, int to) {
    offsets.clear();
    offsets.putInt(0);
    for (int row = from; row < to; row++) {
      SpillValueEncoder.put(objects.value(row), plain);
      offsets.putInt(plain.length());
    }
    addBuffer(offsets);
    addBuffer(plain);
  }

  private void addBuffer(ByteSink content) {
    addBuffer(content.bytes(), 0, content.length());
  }

  private void addBuffer(byte[] content, int contentStart, int length) {
    int start = body.length();
    compression.compress(content, contentStart, length, body);
    layout.addBuffer(start, body.length() - (long) start);
    body.pad();
  }

  /** Returns the metadata of the message, with its prefix: the first {@link #metadataLength}. */
  public byte[] metadata() {
    return metadata.bytes();
  }

  public int metadataLength() {
    return metadata.length();
  }

  /** Returns the body of the message: the first {@link #bodyLength}. */
  public byte[] body() {
    return body.bytes();
  }

  public int bodyLength() {
    return body.length();
  }
}
