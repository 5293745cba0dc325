package dev.colonnade.store.rocks.ffi;

import static java.lang.foreign.ValueLayout.JAVA_LONG;

import dev.colonnade.memory.NativeMemory;
import java.lang.foreign.Arena;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.SymbolLookup;
import java.lang.invoke.MethodHandle;
import org.jspecify.annotations.Nullable;

/**
 * Native memory of a table file that is written, from which RocksDB's C function {@code
 * rocksdb_sstfilewriter_put} reads a pair:
 *
 * <pre>
 *   0        8       16
 *   +--------+-------+----------------------+
 *   | writer | error | key, then value ...  |
 *   +--------+-------+----------------------+
 * </pre>
 *
 * <p>The first field is a {@code rocksdb_sstfilewriter_t}: a pointer to the C++ writer, which
 * RocksJava owns. The second one receives the message of a failure. A pair costs one call and one
 * copy; RocksJava's method allocates and copies two arrays for each. One thread at a time.
 */
public final class TableFileFrame implements AutoCloseable {
  private static final int WRITER_OFFSET = 0;
  private static final int ERROR_OFFSET = 8;
  private static final int PAIR_OFFSET = 16;
  private static final int FIRST_PAIR_BYTES = 4096;
  private static final int MESSAGE_BYTES_MAX = 4096;

  private static final String PUT_NAME = "rocksdb_sstfilewriter_put";
  private static final String FREE_NAME = "rocksdb_free";
  private static final MethodHandle PUT =
      function(
          PUT_NAME,
          FunctionDescriptor.ofVoid(
              JAVA_LONG, JAVA_LONG, JAVA_LONG, JAVA_LONG, JAVA_LONG, JAVA_LONG));
  private static final MethodHandle FREE =
      function(FREE_NAME, FunctionDescriptor.ofVoid(JAVA_LONG));

  private final Arena arena = Arena.ofShared();
  private final long writer;
  private long frame;
  private long pairBytesMax = FIRST_PAIR_BYTES;

  /**
   * Creates a frame.
   *
   * @param writer address of the C++ writer
   */
  public TableFileFrame(long writer) {
    this.writer = writer;
    frame = newFrame();
  }

  /** Returns whether the library has the functions; to be called after it has been loaded. */
  public static boolean isAvailable() {
    SymbolLookup library = SymbolLookup.loaderLookup();
    return library.find(PUT_NAME).isPresent() && library.find(FREE_NAME).isPresent();
  }

  @SuppressWarnings("restricted") // needs --enable-native-access
  private static MethodHandle function(String name, FunctionDescriptor descriptor) {
    return Linker.nativeLinker()
        .downcallHandle(SymbolLookup.loaderLookup().findOrThrow(name), descriptor);
  }

  private long newFrame() {
    long address = arena.allocate(PAIR_OFFSET + pairBytesMax, Long.BYTES).address();
    NativeMemory.putLong(address + WRITER_OFFSET, writer);
    NativeMemory.putLong(address + ERROR_OFFSET, 0);
    return address;
  }

  /**
   * Adds a pair to the file. Returns the message of the failure, null if there was none.
   *
   * @param keyOffset offset of the key, which the value follows
   */
  public @Nullable String put(byte[] pairs, int keyOffset, int keyLength, int valueLength) {
    reserve((long) keyLength + valueLength);
    NativeMemory.copy(pairs, keyOffset, frame + PAIR_OFFSET, keyLength + valueLength);
    return putReserved(keyLength, valueLength);
  }

  /** Variant of {@link #put(byte[], int, int, int)} for two arrays. */
  public @Nullable String put(byte[] key, byte[] value) {
    reserve((long) key.length + value.length);
    NativeMemory.copy(key, 0, frame + PAIR_OFFSET, key.length);
    NativeMemory.copy(value, 0, frame + PAIR_OFFSET + key.length, value.length);
    return putReserved(key.length, value.length);
  }

  /** Makes the frame large enough; an earlier one remains allocated until this is closed. */
  private void reserve(long pairBytes) {
    if (pairBytes > pairBytesMax) {
      pairBytesMax = Math.max(pairBytes, 2 * pairBytesMax);
      frame = newFrame();
    }
  }

  private @Nullable String putReserved(long keyLength, long valueLength) {
    long key = frame + PAIR_OFFSET;
    try {
      PUT.invokeExact(
          frame + WRITER_OFFSET,
          key,
          keyLength,
          key + keyLength,
          valueLength,
          frame + ERROR_OFFSET);
    } catch (Throwable e) {
      throw new AssertionError("native call failed", e);
    }
    long error = NativeMemory.getLong(frame + ERROR_OFFSET);
    return error == 0 ? null : messageAt(error);
  }

  private String messageAt(long error) {
    MemorySegment text = NativeMemory.segment(error, MESSAGE_BYTES_MAX);
    String message = text.getString(0);
    NativeMemory.putLong(frame + ERROR_OFFSET, 0);
    try {
      FREE.invokeExact(error);
    } catch (Throwable e) {
      throw new AssertionError("native call failed", e);
    }
    return message;
  }

  /** Frees the memory. */
  @Override
  public void close() {
    arena.close();
  }
}
