package dev.colonnade.store.rocks.ffi;

import java.lang.foreign.Arena;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.MethodHandle;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/**
 * Allocation of the blocks of a file without writing them, by {@code posix_fallocate} of the C
 * library.
 */
public final class BlockAllocation {
  private static final int READ_WRITE = 2;

  private BlockAllocation() {}

  /**
   * Allocates the first {@code bytes} of an existing file, and makes it as large as that. Returns
   * false if the platform does not support it or the file system has no space.
   */
  public static boolean allocate(Path file, long bytes) {
    MethodHandle open =
        find("open", ValueLayout.JAVA_INT, ValueLayout.ADDRESS, ValueLayout.JAVA_INT);
    MethodHandle fallocate =
        find(
            "posix_fallocate",
            ValueLayout.JAVA_INT,
            ValueLayout.JAVA_INT,
            ValueLayout.JAVA_LONG,
            ValueLayout.JAVA_LONG);
    MethodHandle close = find("close", ValueLayout.JAVA_INT, ValueLayout.JAVA_INT);
    if (open == null || fallocate == null || close == null) {
      return false;
    }
    try (Arena arena = Arena.ofConfined()) {
      int descriptor =
          (int) open.invokeExact(arena.allocateFrom(file.toAbsolutePath().toString()), READ_WRITE);
      if (descriptor < 0) {
        return false;
      }
      try {
        return (int) fallocate.invokeExact(descriptor, 0L, bytes) == 0;
      } finally {
        int _ = (int) close.invokeExact(descriptor);
      }
    } catch (Throwable e) {
      throw new IllegalStateException("posix_fallocate failed file=" + file, e);
    }
  }

  @SuppressWarnings("restricted") // functions of the C library without other effects
  private static @Nullable MethodHandle find(
      String name, ValueLayout result, ValueLayout... arguments) {
    Linker linker = Linker.nativeLinker();
    MemorySegment address = linker.defaultLookup().find(name).orElse(null);
    return address == null
        ? null
        : linker.downcallHandle(address, FunctionDescriptor.of(result, arguments));
  }
}
