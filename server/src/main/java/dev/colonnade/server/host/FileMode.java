package dev.colonnade.server.host;

import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.MethodHandle;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Mode of the files that the process creates: RocksDB has no option for it. */
public final class FileMode {
  private static final int GROUP_AND_OTHERS = 077;
  private static final Logger LOG = LoggerFactory.getLogger(FileMode.class);

  private FileMode() {}

  /**
   * Denies other users of the operating system access to new files, by {@code umask}. No effect
   * where the C library has none.
   */
  @SuppressWarnings("restricted") // umask has no other effect
  public static void denyOthers() {
    Linker linker = Linker.nativeLinker();
    Optional<MemorySegment> found = linker.defaultLookup().find("umask");
    if (found.isEmpty()) {
      return;
    }
    MethodHandle umask =
        linker.downcallHandle(
            found.get(), FunctionDescriptor.of(ValueLayout.JAVA_INT, ValueLayout.JAVA_INT));
    try {
      int before = (int) umask.invokeExact(GROUP_AND_OTHERS);
      LOG.debug("file mode mask set: before={}", before);
    } catch (Throwable e) {
      throw new IllegalStateException("umask failed", e);
    }
  }
}
