package dev.colonnade.sql.execute.spill.format;

import dev.colonnade.error.ColonnadeException;
import dev.colonnade.error.ErrorCode;
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
import org.jspecify.annotations.Nullable;

/** Decoder of the record batch messages that {@link SpillBatchEncoder} encoded. One thread. */
public final class SpillBatchDecoder {
  /** Bytes in front of the metadata, which contain its length. */
  public static final int PREFIX_BYTES = SpillMessage.PREFIX_BYTES;

  private final List<VectorType> types;
  private final Lz4Buffers compression = new Lz4Buffers();
  private final ByteSink plain = new ByteSink();
  private SpillMessage.@Nullable Layout layout;
  private byte[] body = new byte[0];
  private int buffer;

  public SpillBatchDecoder(List<VectorType> types) {
    this.types = List.copyOf(types);
  }

  /**
   * Returns the length of the metadata after a prefix.
   *
   * @throws ColonnadeException STORE_CORRUPT if the bytes are no prefix
   */
  public static int metadataLength(byte[] prefix) {
    int length = SpillMessage.length(prefix);
    if (length <= 0) {
      throw new ColonnadeException(
          ErrorCode.STORE_CORRUPT, "temporary file is damaged: length=" + length);
    }
    return length;
  }

  /** Reads metadata; returns the length of the body that follows. */
  public int readMetadata(byte[] metadata, int length) {
    SpillMessage.Layout found = SpillMessage.read(metadata, length, types.size());
    if (found.nullCounts().length != types.size()) {
      throw new ColonnadeException(
          ErrorCode.STORE_CORRUPT,
          "temporary file is damaged: columns=%d expected=%d"
              .formatted(found.nullCounts().length, types.size()));
    }
    layout = found;
    return Math.toIntExact(found.bodyBytes());
  }

  /** Returns the rows of a body whose metadata was read last. */
  public VectorBatch decode(byte[] bodyBytes) {
    SpillMessage.Layout current = layout;
    if (current == null) {
      throw new IllegalStateException("no metadata has been read");
    }
    body = bodyBytes;
    buffer = 0;
    Vector[] columns = new Vector[types.size()];
    for (int i = 0; i < columns.length; i++) {
      columns[i] = column(current, i);
    }
    plain.clear();
    body = new byte[0];
    return new VectorBatch(current.rowCount(), columns);
  }

  private Vector column(SpillMessage.Layout current, int index) {
    int count = current.rowCount();
    boolean[] nulls = nulls(current, count);
    VectorType.Form form =
        current.isObject()[index] ? VectorType.Form.OBJECT : types.get(index).form();
    return switch (form) {
      case LONG -> {
        long[] values = new long[count];
        nextWords(current, count).asLongBuffer().get(values);
        yield new LongVector(values, nulls);
      }
      case DOUBLE -> {
        double[] values = new double[count];
        nextWords(current, count).asDoubleBuffer().get(values);
        yield new DoubleVector(values, nulls);
      }
      case BOOLEAN -> new BooleanVector(bits(nextBuffer(current), count, false), nulls);
      case TEXT -> texts(current, count, nulls);
      case OBJECT -> objects(current, count);
    };
  }

  private boolean @Nullable [] nulls(SpillMessage.Layout current, int count) {
    boolean isNullFree = current.bufferLengths()[buffer] == 0;
    byte[] bits = nextBuffer(current);
    return isNullFree ? null : bits(bits, count, true);
  }

  private static boolean[] bits(byte[] bits, int count, boolean isInverted) {
    boolean[] values = new boolean[count];
    for (int row = 0; row < count; row++) {
      values[row] = (bits[row >> 3] >> (row & 7) & 1) != 0 != isInverted;
    }
    return values;
  }

  private TextVector texts(
      SpillMessage.Layout current, int count, boolean @Nullable [] nulls) {
    byte[] offsets = nextBuffer(current);
    int[] starts = new int[count];
    int[] lengths = new int[count];
    for (int row = 0; row < count; row++) {
      starts[row] = ByteSink.intAt(offsets, row * Integer.BYTES);
      lengths[row] = ByteSink.intAt(offsets, (row + 1) * Integer.BYTES) - starts[row];
    }
    return new TextVector(nextOwnBuffer(current), starts, lengths, nulls);
  }

  private ObjectVector objects(SpillMessage.Layout current, int count) {
    nextBuffer(current);
    SpillValueDecoder decoder = new SpillValueDecoder(nextBuffer(current));
    @Nullable Object[] values = new @Nullable Object[count];
    for (int row = 0; row < count; row++) {
      values[row] = decoder.next();
    }
    return ObjectVector.of(values, count);
  }

  private ByteBuffer nextWords(SpillMessage.Layout current, int count) {
    byte[] bytes = nextBuffer(current);
    return ByteBuffer.wrap(bytes, 0, count * Long.BYTES).order(ByteOrder.LITTLE_ENDIAN);
  }

  /** Returns the bytes of the next buffer in an array that is valid until the next call. */
  private byte[] nextBuffer(SpillMessage.Layout current) {
    int start = Math.toIntExact(current.bufferStarts()[buffer]);
    int length = Math.toIntExact(current.bufferLengths()[buffer++]);
    plain.clear();
    plain.reserve(Lz4Buffers.decompressedLength(body, start, length));
    compression.decompress(body, start, length, plain.bytes());
    return plain.bytes();
  }

  /** Returns the bytes of the next buffer in an array of their length. */
  private byte[] nextOwnBuffer(SpillMessage.Layout current) {
    int start = Math.toIntExact(current.bufferStarts()[buffer]);
    int length = Math.toIntExact(current.bufferLengths()[buffer++]);
    byte[] bytes = new byte[Lz4Buffers.decompressedLength(body, start, length)];
    compression.decompress(body, start, length, bytes);
    return bytes;
  }
}
