package dev.colonnade.scan.page;

import static java.util.Objects.requireNonNull;

import dev.colonnade.scan.memory.RequestMemory;
import dev.colonnade.scan.row.KeyValueLayout;
import org.apache.arrow.memory.ArrowBuf;

/**
 * Rows as raw KVs, one behind the other in one buffer, see {@link KeyValueLayout}: whole rows, of
 * each the first family and those that the projection and the filter look at.
 */
public final class KeyValuePage implements ScanPage {
  private final ArrowBuf buffer;
  private final int rowCount;
  private final PageMemory memory;
  private final PageEnd end;

  /** A page that takes over {@code buffer}, made of {@code requestMemory}. */
  KeyValuePage(ArrowBuf buffer, int rowCount, RequestMemory requestMemory, PageEnd end) {
    this(buffer, rowCount, new PageMemory(requestMemory, buffer), end);
  }

  private KeyValuePage(ArrowBuf buffer, int rowCount, PageMemory memory, PageEnd end) {
    this.buffer = buffer;
    this.rowCount = rowCount;
    this.memory = memory;
    this.end = requireNonNull(end, "end is null");
  }

  /** The KVs: as many bytes as are readable. Lives as long as the page. */
  public ArrowBuf buffer() {
    memory.requireOpen();
    return buffer;
  }

  /** The memory of the request that the page is a part of. */
  public RequestMemory requestMemory() {
    return memory.requestMemory();
  }

  /** Shows every KV where it lies. */
  public void forEach(KeyValueConsumer consumer) {
    long at = buffer().memoryAddress();
    long behind = at + buffer.readableBytes();
    while (at < behind) {
      long value = KeyValueLayout.valueAddress(at);
      int valueLength = KeyValueLayout.valueLength(at);
      consumer.accept(
          KeyValueLayout.keyAddress(at), KeyValueLayout.keyLength(at), value, valueLength);
      at = value + valueLength;
    }
  }

  /** Is shown KVs by address; they are valid as long as the page. */
  @FunctionalInterface
  public interface KeyValueConsumer {
    void accept(long keyAddress, int keyLength, long valueAddress, int valueLength);
  }

  @Override
  public int rowCount() {
    return rowCount;
  }

  @Override
  public PageEnd end() {
    return end;
  }

  @Override
  public KeyValuePage withEnd(PageEnd other) {
    return new KeyValuePage(buffer, rowCount, memory, other);
  }

  @Override
  public void close() {
    memory.close();
  }
}
