package dev.colonnade.scan.page;

import static java.util.Objects.requireNonNull;

import dev.colonnade.memory.NativeMemory;
import dev.colonnade.scan.memory.RequestMemory;
import dev.colonnade.scan.row.RowReader;
import org.apache.arrow.memory.ArrowBuf;
import org.jspecify.annotations.Nullable;

/** Builder of pages of raw KVs, in a buffer that grows by doubling. */
public final class KeyValuePageBuilder implements PageBuilder {
  /** Least capacity of the first buffer. */
  private static final long BYTES_FIRST = 4096;

  /** Initial capacity for each expected row. */
  private static final long ROW_BYTES_FIRST = 256;

  private final RequestMemory memory;
  private final long budgetBytes;
  private long firstBytes;
  private @Nullable ArrowBuf buffer;
  private long capacity;
  private long used;
  private int rowCount;

  /**
   * @param expectedRows expected rows of the first page; 0 if unknown
   * @param budgetBytes most bytes of a page of several rows
   */
  public KeyValuePageBuilder(RequestMemory memory, long expectedRows, long budgetBytes) {
    this.memory = requireNonNull(memory, "memory is null");
    this.budgetBytes = budgetBytes;
    long rows = Math.min(expectedRows, budgetBytes / ROW_BYTES_FIRST);
    this.firstBytes = Math.min(budgetBytes, Math.max(BYTES_FIRST, rows * ROW_BYTES_FIRST));
  }

  @Override
  public boolean needsKey() {
    return false; // keys are copied without decoding
  }

  @Override
  public boolean fits(RowReader reader, long encodedBytesMax) {
    return used + reader.keyValueBytes() <= encodedBytesMax;
  }

  @Override
  public void append(RowReader reader) {
    long bytes = reader.keyValueBytes();
    long to = ensureCapacity(bytes) + used;
    reader.copyKeyValues(to);
    used += bytes;
    rowCount++;
  }

  /** Returns the address of the buffer, after growing it for {@code bytes} more if necessary. */
  private long ensureCapacity(long bytes) {
    ArrowBuf current = buffer;
    if (current != null && used + bytes <= capacity) {
      return current.memoryAddress();
    }
    long doubled = current == null ? firstBytes : Math.min(2 * capacity, budgetBytes);
    ArrowBuf larger = memory.allocate(Math.max(doubled, used + bytes));
    if (current != null) {
      NativeMemory.copy(current.memoryAddress(), larger.memoryAddress(), used);
      current.close();
    }
    buffer = larger;
    capacity = larger.capacity();
    return larger.memoryAddress();
  }

  @Override
  public int rowCount() {
    return rowCount;
  }

  @Override
  public KeyValuePage finish(Ending ending) {
    ArrowBuf finished = buffer == null ? memory.allocator().getEmpty() : buffer;
    finished.writerIndex(used);
    KeyValuePage page = new KeyValuePage(finished, rowCount, memory, ending.of(used));
    if (used > 0) {
      firstBytes = Math.min(budgetBytes, used + used / 16);
    }
    buffer = null;
    reset();
    return page;
  }

  private void reset() {
    capacity = 0;
    used = 0;
    rowCount = 0;
  }

  @Override
  public void close() {
    if (buffer != null) {
      buffer.close();
      buffer = null;
    }
    reset();
  }
}
