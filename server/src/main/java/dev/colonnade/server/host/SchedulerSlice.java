package dev.colonnade.server.host;

import static java.util.Objects.requireNonNull;

import java.lang.foreign.Arena;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.MemoryLayout;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.StructLayout;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.MethodHandle;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Slice of processor time that Linux gives a thread. A thread with a short slice gets a processor
 * soon after it wakes up, also from threads that compute, and its share of processor time stays the
 * same: what an event loop needs beside large queries. By {@code sched_setattr}, see sched(7);
 * needs no privilege. No effect before Linux 6.12, in other systems, and where the call is denied.
 */
public final class SchedulerSlice {
  private static final Logger LOG = LoggerFactory.getLogger(SchedulerSlice.class);

  /** The shortest that Linux accepts. */
  static final long SHORT_NANOS = 100_000;

  private static final int THIS_THREAD = 0;
  private static final int NO_FLAGS = 0;
  private static final int DEFAULT_POLICY = 0;

  /** Numbers of the system calls, for which the C library has no functions. */
  private record CallNumbers(long get, long set) {}

  /** By {@code os.arch}. */
  private static final Map<String, CallNumbers> CALL_NUMBERS =
      Map.of("amd64", new CallNumbers(315, 314), "aarch64", new CallNumbers(275, 274));

  /** {@code struct sched_attr} in its first version. */
  private static final StructLayout ATTRIBUTES =
      MemoryLayout.structLayout(
          ValueLayout.JAVA_INT.withName("size"),
          ValueLayout.JAVA_INT.withName("policy"),
          ValueLayout.JAVA_LONG.withName("flags"),
          ValueLayout.JAVA_INT.withName("nice"),
          ValueLayout.JAVA_INT.withName("priority"),
          ValueLayout.JAVA_LONG.withName("runtime"),
          ValueLayout.JAVA_LONG.withName("deadline"),
          ValueLayout.JAVA_LONG.withName("period"));

  private static final long POLICY_OFFSET = offset("policy");
  private static final long RUNTIME_OFFSET = offset("runtime");

  private static final @Nullable SchedulerSlice SLICE = forThisSystem();

  private final MethodHandle systemCall;
  private final CallNumbers numbers;

  private SchedulerSlice(MethodHandle systemCall, CallNumbers numbers) {
    this.systemCall = requireNonNull(systemCall, "systemCall is null");
    this.numbers = requireNonNull(numbers, "numbers is null");
  }

  /**
   * Shortens the slice of the calling thread, unless it has a policy other than the default.
   * Returns whether the system accepted it.
   */
  public static boolean shorten() {
    boolean accepted = SLICE != null && SLICE.set(SHORT_NANOS);
    LOG.debug("scheduler slice shortened: accepted={}", accepted);
    return accepted;
  }

  /** Returns the slice of the calling thread in nanoseconds, 0 if it is not known. */
  static long nanos() {
    if (SLICE == null) {
      return 0;
    }
    try (Arena arena = Arena.ofConfined()) {
      MemorySegment attributes = arena.allocate(ATTRIBUTES);
      return SLICE.get(attributes) ? attributes.get(ValueLayout.JAVA_LONG, RUNTIME_OFFSET) : 0;
    }
  }

  private boolean set(long nanos) {
    try (Arena arena = Arena.ofConfined()) {
      MemorySegment attributes = arena.allocate(ATTRIBUTES);
      // All attributes are set at a time: those that stay are read before.
      if (!get(attributes)
          || attributes.get(ValueLayout.JAVA_INT, POLICY_OFFSET) != DEFAULT_POLICY) {
        return false;
      }
      attributes.set(ValueLayout.JAVA_LONG, RUNTIME_OFFSET, nanos);
      return call(numbers.set(), attributes, NO_FLAGS);
    }
  }

  private boolean get(MemorySegment attributes) {
    return call(numbers.get(), attributes, (int) ATTRIBUTES.byteSize());
  }

  private boolean call(long number, MemorySegment attributes, int argument) {
    try {
      return (long) systemCall.invokeExact(number, THIS_THREAD, attributes, argument, NO_FLAGS)
          == 0;
    } catch (Throwable e) {
      throw new IllegalStateException("system call failed: " + number, e);
    }
  }

  @SuppressWarnings("restricted") // the calls concern the calling thread only
  private static @Nullable SchedulerSlice forThisSystem() {
    CallNumbers numbers = CALL_NUMBERS.get(System.getProperty("os.arch"));
    if (numbers == null || !System.getProperty("os.name").equals("Linux")) {
      return null;
    }
    Linker linker = Linker.nativeLinker();
    FunctionDescriptor parameters =
        FunctionDescriptor.of(
            ValueLayout.JAVA_LONG,
            ValueLayout.JAVA_LONG,
            ValueLayout.JAVA_INT,
            ValueLayout.ADDRESS,
            ValueLayout.JAVA_INT,
            ValueLayout.JAVA_INT);
    return linker
        .defaultLookup()
        .find("syscall")
        .map(
            address ->
                linker.downcallHandle(address, parameters, Linker.Option.firstVariadicArg(1)))
        .map(systemCall -> new SchedulerSlice(systemCall, numbers))
        .orElse(null);
  }

  private static long offset(String field) {
    return ATTRIBUTES.byteOffset(MemoryLayout.PathElement.groupElement(field));
  }
}
