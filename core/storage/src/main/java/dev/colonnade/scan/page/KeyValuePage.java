package dev.colonnade.scan.page;

import static java.util.Objects.requireNonNull;

import dev.colonnade.scan.memory.RequestMemory;
import dev.colonnade.scan.row.KeyValueLayout;
import org.apache.arrow.memory.ArrowBuf;

/**
 * Page of rows as raw KVs, consecutive in one buffer in {@link KeyValueLayout}: whole rows, each
 * with its first family and the families that the projection and the filter read.
 */
public final class KeyValuePage implements ScanPage {
  private final ArrowBuf buffer;
  private final int rowCount;
  private final PageMemory memory;
  private final PageEnd end;

  /** Creates a page that owns {@code buffer}, which is allocated from {@code requestMemory}. */
  KeyValuePage(ArrowBuf buffer, int rowCount, RequestMemory requestMemory, PageEnd end) {
    this(buffer, rowCount, new PageMemory(requestMemory, buffer), end);
  }

  private KeyValuePage(ArrowBuf buffer, int rowCount, PageMemory memory, PageEnd end) {
    this.buffer = buffer;
    this.rowCount = rowCount;
    this.memory = memory;
    this.end = requireNonNull(end, "end is null");
  }

  /** Returns the KVs: the readable bytes of the buffer, which is valid until the page is closed. */
  public ArrowBuf buffer() {
    memory.requireOpen();
    return buffer;
  }

  /** Returns the memory of the request that produced the page. */
  public RequestMemory requestMemory() {
    return memory.requestMemory();
  }

  /** Calls {@code consumer} with the addresses of every KV. */
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

  /** Consumer of KVs by address; the addresses are valid until the page is closed. */
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
