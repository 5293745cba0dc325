package dev.colonnade.store.rocks.ffi;

import static java.lang.foreign.ValueLayout.JAVA_BYTE;
import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_LONG;

import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.SymbolLookup;
import java.lang.invoke.MethodHandle;
import java.util.List;
import java.util.Optional;

/**
 * Foreign function bindings (FFM API) of the iterator functions of RocksDB's C API, in the library
 * that RocksJava loaded: the library was loaded by the same class loader, hence {@link
 * SymbolLookup#loaderLookup} finds its exported symbols.
 *
 * <p>An iterator is identified by the address of a {@code rocksdb_iterator_t}, a struct of one
 * pointer to the C++ iterator. Pointers are passed as longs, so that a call allocates and checks
 * nothing.
 *
 * <p>{@code critical} calls omit the thread state transition and delay every safepoint while they
 * run: they are used only for functions that read fields and return. Moves may read the disk.
 */
public final class IteratorFunctions {
  private static final Linker.Option CRITICAL = Linker.Option.critical(false);

  private static final FunctionDescriptor MOVE = FunctionDescriptor.ofVoid(JAVA_LONG);
  private static final FunctionDescriptor SEEK =
      FunctionDescriptor.ofVoid(JAVA_LONG, JAVA_LONG, JAVA_LONG);
  private static final FunctionDescriptor BYTES =
      FunctionDescriptor.of(JAVA_LONG, JAVA_LONG, JAVA_LONG);
  private static final FunctionDescriptor FLAG = FunctionDescriptor.of(JAVA_BYTE, JAVA_LONG);
  private static final FunctionDescriptor SET_INT = FunctionDescriptor.ofVoid(JAVA_INT);

  private static final MethodHandle SEEK_TO_FIRST = function("rocksdb_iter_seek_to_first", MOVE);
  private static final MethodHandle SEEK_TO_LAST = function("rocksdb_iter_seek_to_last", MOVE);
  private static final MethodHandle SEEK_TO = function("rocksdb_iter_seek", SEEK);
  private static final MethodHandle SEEK_FOR_PREV = function("rocksdb_iter_seek_for_prev", SEEK);
  private static final MethodHandle NEXT = function("rocksdb_iter_next", MOVE);
  private static final MethodHandle PREV = function("rocksdb_iter_prev", MOVE);
  private static final MethodHandle VALID = function("rocksdb_iter_valid", FLAG, CRITICAL);
  private static final MethodHandle KEY = function("rocksdb_iter_key", BYTES, CRITICAL);
  private static final MethodHandle VALUE = function("rocksdb_iter_value", BYTES, CRITICAL);
  private static final MethodHandle SET_PERF_LEVEL =
      function("rocksdb_set_perf_level", SET_INT, CRITICAL);

  private static final int PERF_LEVEL_DISABLE = 1;

  private IteratorFunctions() {}

  /**
   * Returns the name of the first missing function, if any; to be called after RocksJava has been
   * loaded.
   */
  public static Optional<String> missing() {
    SymbolLookup library = SymbolLookup.loaderLookup();
    return List.of(
            "rocksdb_iter_seek_to_first",
            "rocksdb_iter_seek_to_last",
            "rocksdb_iter_seek",
            "rocksdb_iter_seek_for_prev",
            "rocksdb_iter_next",
            "rocksdb_iter_prev",
            "rocksdb_iter_valid",
            "rocksdb_iter_key",
            "rocksdb_iter_value",
            "rocksdb_set_perf_level")
        .stream()
        .filter(name -> library.find(name).isEmpty())
        .findFirst();
  }

  @SuppressWarnings("restricted") // needs --enable-native-access
  private static MethodHandle function(
      String name, FunctionDescriptor descriptor, Linker.Option... options) {
    return Linker.nativeLinker()
        .downcallHandle(SymbolLookup.loaderLookup().findOrThrow(name), descriptor, options);
  }

  public static void seekToFirst(long iterator) {
    try {
      SEEK_TO_FIRST.invokeExact(iterator);
    } catch (Throwable e) {
      throw impossible(e);
    }
  }

  public static void seekToLast(long iterator) {
    try {
      SEEK_TO_LAST.invokeExact(iterator);
    } catch (Throwable e) {
      throw impossible(e);
    }
  }

  public static void seek(long iterator, long targetAddress, long targetLength) {
    try {
      SEEK_TO.invokeExact(iterator, targetAddress, targetLength);
    } catch (Throwable e) {
      throw impossible(e);
    }
  }

  public static void seekForPrev(long iterator, long targetAddress, long targetLength) {
    try {
      SEEK_FOR_PREV.invokeExact(iterator, targetAddress, targetLength);
    } catch (Throwable e) {
      throw impossible(e);
    }
  }

  public static void next(long iterator) {
    try {
      NEXT.invokeExact(iterator);
    } catch (Throwable e) {
      throw impossible(e);
    }
  }

  public static void prev(long iterator) {
    try {
      PREV.invokeExact(iterator);
    } catch (Throwable e) {
      throw impossible(e);
    }
  }

  public static boolean valid(long iterator) {
    try {
      return (byte) VALID.invokeExact(iterator) != 0;
    } catch (Throwable e) {
      throw impossible(e);
    }
  }

  /** Returns the address of the key and stores its length, a long, at {@code lengthAddress}. */
  public static long key(long iterator, long lengthAddress) {
    try {
      return (long) KEY.invokeExact(iterator, lengthAddress);
    } catch (Throwable e) {
      throw impossible(e);
    }
  }

  /** Returns the address of the value and stores its length, a long, at {@code lengthAddress}. */
  public static long value(long iterator, long lengthAddress) {
    try {
      return (long) VALUE.invokeExact(iterator, lengthAddress);
    } catch (Throwable e) {
      throw impossible(e);
    }
  }

  /**
   * Disables the perf context of RocksDB for this thread: its counters cost a tenth of the time of
   * a step and are not used.
   */
  public static void disablePerfContext() {
    try {
      SET_PERF_LEVEL.invokeExact(PERF_LEVEL_DISABLE);
    } catch (Throwable e) {
      throw impossible(e);
    }
  }

  private static AssertionError impossible(Throwable cause) {
    return new AssertionError("native call failed", cause);
  }
}
