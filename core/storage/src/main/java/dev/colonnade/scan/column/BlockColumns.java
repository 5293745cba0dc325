package dev.colonnade.scan.column;

import static java.util.Objects.requireNonNull;

import dev.colonnade.memory.NativeMemory;
import dev.colonnade.scan.memory.RequestMemory;
import dev.colonnade.type.schema.Column;
import java.util.HashMap;
import java.util.Map;
import org.apache.arrow.memory.ArrowBuf;
import org.jspecify.annotations.Nullable;

/**
 * Columns of a block in one allocation: fixed widths as stored, texts of few values as codes of a
 * {@linkplain TextDictionary dictionary}, and the {@linkplain ValueRange range} of each column.
 * Immutable.
 */
public final class BlockColumns implements AutoCloseable {
  private final Map<Column, ColumnVector> vectors;
  private final @Nullable ArrowBuf memory;

  BlockColumns(Map<Column, ColumnVector> vectors, @Nullable ArrowBuf memory) {
    this.vectors = vectors;
    this.memory = memory;
  }

  /** Returns the vectors of the columns; empty if there are no rows. */
  public Map<Column, ColumnVector> vectors() {
    return vectors;
  }

  /** Returns the allocated bytes. */
  public long bytes() {
    return memory == null ? 0 : memory.capacity();
  }

  /** Frees the memory. To be called once. */
  @Override
  public void close() {
    if (memory != null) {
      memory.close();
    }
  }

  /**
   * Builder of the columns of blocks from batches in storage width, one after the other. Not
   * thread-safe.
   */
  public static final class Builder {
    private static final long ALIGNMENT_BYTES = 8;

    private final BatchSchema schema;
    private final RequestMemory memory;

    /** By column; null for a column of fixed width. */
    private final @Nullable DictionaryBuilder[] dictionaries;

    private final boolean[] isCoded;

    /** Creates a builder of blocks with the columns of {@code schema}. */
    public Builder(BatchSchema schema, RequestMemory memory) {
      this.schema = requireNonNull(schema, "schema is null");
      this.memory = requireNonNull(memory, "memory is null");
      this.dictionaries = new @Nullable DictionaryBuilder[schema.columnCount()];
      this.isCoded = new boolean[dictionaries.length];
      for (int i = 0; i < dictionaries.length; i++) {
        boolean isVariable = schema.kind(i) == ArrowConversion.VARIABLE;
        dictionaries[i] = isVariable ? new DictionaryBuilder() : null;
      }
    }

    /** Returns a copy of the columns of a batch, which the caller closes. */
    public BlockColumns build(ColumnBatch batch) {
      if (batch.rowCount() == 0 || isCoded.length == 0) {
        return new BlockColumns(Map.of(), null);
      }
      long bytes = 0;
      for (int i = 0; i < isCoded.length; i++) {
        bytes += bytesOf(batch, i);
      }
      ArrowBuf buffer = memory.allocate(bytes);
      Map<Column, ColumnVector> vectors = new HashMap<>();
      long to = buffer.memoryAddress();
      for (int i = 0; i < isCoded.length; i++) {
        to = add(batch, i, to, vectors);
      }
      assert to <= buffer.memoryAddress() + bytes : "columns do not fit their memory";
      return new BlockColumns(vectors, buffer);
    }

    private long bytesOf(ColumnBatch batch, int column) {
      int rowCount = batch.rowCount();
      ColumnVector from = batch.vector(column);
      boolean hasNulls = from.validity() != ColumnVector.NO_ADDRESS;
      long validity = hasNulls ? aligned(BatchLayout.bytesOfBits(rowCount)) : 0;
      DictionaryBuilder dictionary = dictionaries[column];
      if (dictionary == null) {
        return validity + aligned(valueBytes(column, rowCount));
      }
      isCoded[column] = dictionary.code(from, rowCount);
      return validity
          + (isCoded[column]
              ? aligned(dictionary.bytesNeeded(rowCount))
              : aligned(offsetBytes(rowCount)) + aligned(textBytes(from, rowCount)));
    }

    private long add(ColumnBatch batch, int column, long start, Map<Column, ColumnVector> vectors) {
      int rowCount = batch.rowCount();
      ColumnVector from = batch.vector(column);
      long to = start;
      long validity = ColumnVector.NO_ADDRESS;
      if (from.validity() != ColumnVector.NO_ADDRESS) {
        validity = to;
        to = copy(from.validity(), to, BatchLayout.bytesOfBits(rowCount));
      }
      long values = to;
      DictionaryBuilder dictionary = dictionaries[column];
      Column described = schema.columns().get(column);
      if (dictionary == null) {
        ColumnVector vector = stored(validity, values, ColumnVector.NO_ADDRESS);
        to = copy(from.values(), to, valueBytes(column, rowCount));
        ValueRange range = vector.rangeOf(described.type(), rowCount);
        vectors.put(described, vector.withRange(range));
      } else if (isCoded[column]) {
        vectors.put(described, dictionary.write(validity, rowCount, values));
        to += aligned(dictionary.bytesNeeded(rowCount));
      } else {
        to = copy(from.values(), to, offsetBytes(rowCount));
        vectors.put(described, stored(validity, values, to));
        to = copy(from.bytes(), to, textBytes(from, rowCount));
      }
      return to;
    }

    private static ColumnVector stored(long validity, long values, long bytes) {
      return new ColumnVector(validity, values, bytes, ColumnVector.Form.STORED, null);
    }

    private long valueBytes(int column, int rowCount) {
      return BatchLayout.bytesOfBits((long) schema.kind(column).bits() * rowCount);
    }

    private static long offsetBytes(int rowCount) {
      return BatchLayout.OFFSET_BYTES * (rowCount + 1L);
    }

    private static long textBytes(ColumnVector column, int rowCount) {
      return NativeMemory.getInt(column.values() + (long) BatchLayout.OFFSET_BYTES * rowCount);
    }

    private static long copy(long from, long to, long bytes) {
      NativeMemory.copy(from, to, bytes);
      return to + aligned(bytes);
    }

    private static long aligned(long bytes) {
      return (bytes + ALIGNMENT_BYTES - 1) & -ALIGNMENT_BYTES;
    }
  }
}
