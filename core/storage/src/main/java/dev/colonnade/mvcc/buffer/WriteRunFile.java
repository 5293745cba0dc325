package dev.colonnade.mvcc.buffer;

import static java.util.Objects.requireNonNull;

import dev.colonnade.key.Key;
import dev.colonnade.mvcc.mutation.Condition;
import dev.colonnade.mvcc.mutation.Mutation;
import dev.colonnade.mvcc.mutation.PackedPuts;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Immutable sorted run of spilled writes in a temporary file, which is mapped into memory and
 * deleted when it is closed. Entries are in ascending order of their keys; entries of one key are
 * in descending order of their positions in the transaction. Safe for use by many threads.
 *
 * <pre>
 *   entry   0      4        8          16     17                  25
 *           +------+--------+----------+------+-------------------+-- ... --+-- ... --+
 *           | key  | value  | position | kind | expected timestamp| key     | value   |
 *           | i32  | i32    | i64      | u8   | i64               |         |         |
 *           +------+--------+----------+------+-------------------+-- ... --+-- ... --+
 *   end     offset of every entry, i64
 *
 *   value   length of the value; -1 for a delete
 *   kind    bits 0 and 1: condition; bit 2: part of a row
 * </pre>
 *
 * <p>All numbers are big-endian.
 */
final class WriteRunFile implements AutoCloseable {
  private static final ValueLayout.OfInt INT =
      ValueLayout.JAVA_INT_UNALIGNED.withOrder(java.nio.ByteOrder.BIG_ENDIAN);
  private static final ValueLayout.OfLong LONG =
      ValueLayout.JAVA_LONG_UNALIGNED.withOrder(java.nio.ByteOrder.BIG_ENDIAN);

  private static final int VALUE_OFFSET = 4;
  private static final int POSITION_OFFSET = 8;
  private static final int KIND_OFFSET = 16;
  private static final int TIMESTAMP_OFFSET = 17;
  private static final int KEY_OFFSET = 25;
  private static final int DELETED = -1;
  private static final int ABSENT = 1;
  private static final int VERSION_IS = 3;
  private static final int VERSION_AT_MOST = 4;
  private static final int CONDITION_MASK = 7;
  private static final int PART_FLAG = 8;
  private static final int BUFFER_BYTES = 1 << 18;
  private static final int BLOOM_BITS_PER_ENTRY = 10;

  /** Bytes of packed puts, unless the first one is larger. */
  private static final int PUTS_BYTES_MAX = 1 << 20;

  private final Path file;
  private final Arena arena;
  private final MemorySegment bytes;
  private final int count;
  private final long offsets;
  private final Summary summary;

  /** Null until a key is searched: many files are only read in order. */
  private volatile long @Nullable [] bloom;

  private WriteRunFile(Path file, Arena arena, MemorySegment bytes, Summary summary) {
    this.file = file;
    this.arena = arena;
    this.bytes = bytes;
    this.summary = summary;
    count = summary.count();
    offsets = bytes.byteSize() - (long) count * Long.BYTES;
  }

  /**
   * Properties of all entries.
   *
   * @param isDeletesOnly whether all writes are deletes
   * @param puts kind of all entries if they are puts of different keys that may be new; otherwise
   *     {@link #VARIOUS}
   */
  private record Summary(int count, Key first, Key last, boolean isDeletesOnly, int puts) {
    static final int VARIOUS = -1;
  }

  /**
   * Write of a key at a position of the transaction. Most comparisons read the first sixteen bytes
   * of the keys only, as two numbers.
   */
  static final class PositionedWrite implements Comparable<PositionedWrite> {
    private static final VarHandle NUMBER =
        MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.BIG_ENDIAN);

    private final Key key;
    private final long position;
    private final BufferedWrite write;
    private final long prefix;
    private final long second;

    PositionedWrite(Key key, long position, BufferedWrite write) {
      this.key = key;
      this.position = position;
      this.write = write;
      prefix = numberAt(key.bytes(), 0);
      second = numberAt(key.bytes(), Long.BYTES);
    }

    /** Returns eight bytes of a key as an unsigned number; zeros follow its end. */
    private static long numberAt(byte[] key, int offset) {
      if (offset + Long.BYTES <= key.length) {
        return (long) NUMBER.get(key, offset);
      }
      long number = 0;
      for (int at = offset; at < offset + Long.BYTES; at++) {
        number = number << Byte.SIZE | (at < key.length ? key[at] & 0xFF : 0);
      }
      return number;
    }

    Key key() {
      return key;
    }

    long position() {
      return position;
    }

    BufferedWrite write() {
      return write;
    }

    @Override
    public int compareTo(PositionedWrite other) {
      if (prefix != other.prefix) {
        return Long.compareUnsigned(prefix, other.prefix);
      }
      if (second != other.second) {
        return Long.compareUnsigned(second, other.second);
      }
      int order = key.compareTo(other.key);
      return order != 0 ? order : Long.compare(other.position, position);
    }
  }

  /** Writes a run of at least one entry, which are in order. */
  static WriteRunFile write(SpillSpace space, List<PositionedWrite> entries) {
    return write(
        space,
        entries.size(),
        sink -> entries.forEach(entry -> sink.add(entry.key(), entry.position(), entry.write())));
  }

  /**
   * Writes a run.
   *
   * @param count number of entries, at least one
   * @param source adds the entries in their order
   */
  static WriteRunFile write(SpillSpace space, int count, Consumer<EntrySink> source) {
    try {
      Path file = space.newFile();
      try {
        return map(file, write(file, count, source));
      } catch (IOException | RuntimeException | Error e) {
        Files.deleteIfExists(file);
        throw e;
      }
    } catch (IOException e) {
      throw SpillSpace.failure(e);
    } catch (UncheckedIOException e) {
      throw SpillSpace.failure(requireNonNull(e.getCause(), "no cause"));
    }
  }

  private static Summary write(Path file, int count, Consumer<EntrySink> source)
      throws IOException {
    try (FileChannel channel =
            FileChannel.open(file, StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE);
        Arena memory = Arena.ofConfined()) {
      ByteBuffer buffer = memory.allocate(BUFFER_BYTES).asByteBuffer(); // big-endian
      EntrySink sink = new EntrySink(buffer, channel, count);
      source.accept(sink);
      return sink.finish();
    }
  }

  /** Writer of the entries of a file. One thread. */
  static final class EntrySink {
    private final ByteBuffer buffer;
    private final FileChannel channel;
    private final long[] offsets;
    private int count;
    private long offset;
    private Key first = Key.EMPTY;
    private Key last = Key.EMPTY;
    private boolean isDeletesOnly = true;
    private int puts = Summary.VARIOUS;

    private EntrySink(ByteBuffer buffer, FileChannel channel, int count) {
      this.buffer = buffer;
      this.channel = channel;
      offsets = new long[count];
    }

    /** Adds the next entry. */
    void add(Key key, long position, BufferedWrite write) {
      try {
        offsets[count] = offset;
        offset += WriteRunFile.write(buffer, key, position, write, channel);
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
      int kind = kind(write.condition()) | (write.part() ? PART_FLAG : 0);
      boolean isPut = write.value() != null && (kind & CONDITION_MASK) <= ABSENT;
      if (count == 0) {
        first = key;
        puts = isPut ? kind : Summary.VARIOUS;
      } else if (!isPut || kind != puts || last.equals(key)) {
        puts = Summary.VARIOUS;
      }
      last = key;
      isDeletesOnly &= write.value() == null;
      count++;
    }

    private Summary finish() throws IOException {
      if (count == 0 || count != offsets.length) {
        throw new IllegalStateException(
            "wrong number of entries expected=%d found=%d".formatted(offsets.length, count));
      }
      for (long each : offsets) {
        require(Long.BYTES, buffer, channel);
        buffer.putLong(each);
      }
      flush(buffer, channel);
      return new Summary(count, first, last, isDeletesOnly, puts);
    }
  }

  private static long write(
      ByteBuffer buffer, Key key, long position, BufferedWrite write, FileChannel channel)
      throws IOException {
    byte[] value = write.value();
    Condition condition = write.condition();
    require(KEY_OFFSET, buffer, channel);
    buffer.putInt(key.length());
    buffer.putInt(value == null ? DELETED : value.length);
    buffer.putLong(position);
    buffer.put((byte) (kind(condition) | (write.part() ? PART_FLAG : 0)));
    buffer.putLong(timestamp(condition));
    write(buffer, key.bytes(), channel);
    if (value != null) {
      write(buffer, value, channel);
    }
    return (long) KEY_OFFSET + key.length() + (value == null ? 0 : value.length);
  }

  private static void write(ByteBuffer buffer, byte[] bytes, FileChannel channel)
      throws IOException {
    int from = 0;
    while (from < bytes.length) {
      require(1, buffer, channel);
      int length = Math.min(buffer.remaining(), bytes.length - from);
      buffer.put(bytes, from, length);
      from += length;
    }
  }

  /** Makes space for a number of bytes in the buffer. */
  private static void require(int byteCount, ByteBuffer buffer, FileChannel channel)
      throws IOException {
    if (buffer.remaining() < byteCount) {
      flush(buffer, channel);
    }
  }

  private static void flush(ByteBuffer buffer, FileChannel channel) throws IOException {
    buffer.flip();
    while (buffer.hasRemaining()) {
      channel.write(buffer);
    }
    buffer.clear();
  }

  private static long timestamp(Condition condition) {
    return switch (condition) {
      case Condition.VersionIs(long expected, _) -> expected;
      case Condition.VersionAtMost(long expected) -> expected;
      case Condition.Always _, Condition.Presence _ -> 0;
    };
  }

  private static int kind(Condition condition) {
    return switch (condition) {
      case Condition.Always _ -> 0;
      case Condition.Presence.ABSENT -> ABSENT;
      case Condition.Presence.PRESENT -> 2;
      case Condition.VersionIs _ -> VERSION_IS;
      case Condition.VersionAtMost _ -> VERSION_AT_MOST;
    };
  }

  private static WriteRunFile map(Path file, Summary summary) throws IOException {
    Arena arena = Arena.ofShared();
    try (FileChannel channel = FileChannel.open(file, StandardOpenOption.READ)) {
      MemorySegment bytes = channel.map(FileChannel.MapMode.READ_ONLY, 0, channel.size(), arena);
      return new WriteRunFile(file, arena, bytes, summary);
    } catch (IOException | RuntimeException | Error e) {
      arena.close();
      throw e;
    }
  }

  int count() {
    return count;
  }

  long byteSize() {
    return bytes.byteSize();
  }

  /** Returns whether all writes are deletes. */
  boolean isDeletesOnly() {
    return summary.isDeletesOnly();
  }

  /** Returns whether all entries are puts of different keys that may be new, and of one kind. */
  boolean isPutsOnly() {
    return summary.puts() != Summary.VARIOUS;
  }

  /**
   * Returns entries as packed puts, the first of them in any case, and as many as fit.
   *
   * @param to end of the entries, exclusive
   */
  PackedPuts.Segment puts(int from, int to) {
    long start = offset(from);
    int end = from + 1;
    while (end < to && endOffset(end) - start <= PUTS_BYTES_MAX) {
      end++;
    }
    int[] places = new int[2 * (end - from) + 1];
    byte[] packed =
        new byte[Math.toIntExact(endOffset(end - 1) - start - (long) KEY_OFFSET * (end - from))];
    int used = 0;
    long entry = start;
    for (int i = 0; i < end - from; i++) {
      int keyLength = bytes.get(INT, entry);
      int length = keyLength + bytes.get(INT, entry + VALUE_OFFSET);
      MemorySegment.copy(bytes, ValueLayout.JAVA_BYTE, entry + KEY_OFFSET, packed, used, length);
      places[2 * i] = used;
      places[2 * i + 1] = used + keyLength;
      used += length;
      entry += KEY_OFFSET + length;
    }
    places[2 * (end - from)] = used;
    int kind = summary.puts();
    return new PackedPuts.Segment(
        packed,
        places,
        (kind & CONDITION_MASK) == ABSENT ? Condition.ABSENT : Condition.ANY,
        (kind & PART_FLAG) == 0 ? Mutation.Role.ROW : Mutation.Role.PART);
  }

  /** Returns the offset of the first byte behind an entry. */
  private long endOffset(int index) {
    return index + 1 < count ? offset(index + 1) : offsets;
  }

  Key key(int index) {
    long entry = offset(index);
    return Key.wrap(array(entry + KEY_OFFSET, bytes.get(INT, entry)));
  }

  long position(int index) {
    return bytes.get(LONG, offset(index) + POSITION_OFFSET);
  }

  BufferedWrite write(int index) {
    long entry = offset(index);
    int keyLength = bytes.get(INT, entry);
    int valueLength = bytes.get(INT, entry + VALUE_OFFSET);
    int kind = bytes.get(ValueLayout.JAVA_BYTE, entry + KIND_OFFSET);
    byte[] value =
        valueLength == DELETED ? null : array(entry + KEY_OFFSET + keyLength, valueLength);
    return new BufferedWrite(value, condition(entry, kind), (kind & PART_FLAG) != 0);
  }

  /** Returns the condition of an entry, without a copy of its value. */
  Condition condition(int index) {
    long entry = offset(index);
    return condition(entry, bytes.get(ValueLayout.JAVA_BYTE, entry + KIND_OFFSET));
  }

  private Condition condition(long entry, int kind) {
    return switch (kind & CONDITION_MASK) {
      case 0 -> Condition.ANY;
      case ABSENT -> Condition.ABSENT;
      case 2 -> Condition.PRESENT;
      case VERSION_AT_MOST -> Condition.versionAtMost(bytes.get(LONG, entry + TIMESTAMP_OFFSET));
      default -> Condition.versionIs(bytes.get(LONG, entry + TIMESTAMP_OFFSET));
    };
  }

  /** Returns whether the run may contain the key. */
  boolean mayContain(Key key) {
    if (key.compareTo(summary.first()) < 0 || key.compareTo(summary.last()) > 0) {
      return false;
    }
    long[] filter = bloom();
    long hash = hash(key);
    return isSet(filter, (int) hash) && isSet(filter, (int) (hash >>> 32));
  }

  /** Returns the index of the first entry with a key at or above {@code key}. */
  int lowerBound(Key key) {
    return bound(key, 0);
  }

  /** Returns the index of the first entry with a key above {@code key}. */
  int upperBound(Key key) {
    return bound(key, 1);
  }

  private int bound(Key key, int least) {
    int low = 0;
    int high = count;
    while (low < high) {
      int middle = (low + high) >>> 1;
      if (compare(middle, key) < least) {
        low = middle + 1;
      } else {
        high = middle;
      }
    }
    return low;
  }

  /** Compares the key of an entry to {@code key}. */
  int compare(int index, Key key) {
    long entry = offset(index);
    int length = bytes.get(INT, entry);
    MemorySegment own = bytes.asSlice(entry + KEY_OFFSET, length);
    MemorySegment other = MemorySegment.ofArray(key.bytes());
    long mismatch = own.mismatch(other);
    if (mismatch < 0) {
      return 0;
    }
    if (mismatch == length || mismatch == other.byteSize()) {
      return Long.compare(length, other.byteSize());
    }
    return Byte.compareUnsigned(
        own.get(ValueLayout.JAVA_BYTE, mismatch), other.get(ValueLayout.JAVA_BYTE, mismatch));
  }

  @Override
  public void close() {
    arena.close();
    try {
      Files.deleteIfExists(file);
    } catch (IOException e) {
      throw SpillSpace.failure(e);
    }
  }

  private long offset(int index) {
    return bytes.get(LONG, offsets + (long) index * Long.BYTES);
  }

  private byte[] array(long offset, int length) {
    byte[] copy = new byte[length];
    MemorySegment.copy(bytes, ValueLayout.JAVA_BYTE, offset, copy, 0, length);
    return copy;
  }

  /** Returns the Bloom filter. Several threads may build it at the same time. */
  private long[] bloom() {
    long[] filter = bloom;
    if (filter == null) {
      filter = new long[Math.max(1, (int) ((long) count * BLOOM_BITS_PER_ENTRY / Long.SIZE))];
      for (int index = 0; index < count; index++) {
        long hash = hash(key(index));
        set(filter, (int) hash);
        set(filter, (int) (hash >>> 32));
      }
      bloom = filter;
    }
    return filter;
  }

  private static void set(long[] filter, int hash) {
    int bit = bit(filter, hash);
    filter[bit >>> 6] |= 1L << bit;
  }

  private static boolean isSet(long[] filter, int hash) {
    int bit = bit(filter, hash);
    return (filter[bit >>> 6] & 1L << bit) != 0;
  }

  private static int bit(long[] filter, int hash) {
    return Integer.remainderUnsigned(hash, (int) Math.min(Integer.MAX_VALUE, filter.length * 64L));
  }

  private static long hash(Key key) {
    long hash = key.hashCode() * 0x9E3779B97F4A7C15L;
    return (hash ^ (hash >>> 29)) * 0xBF58476D1CE4E5B9L;
  }

  /** Returns the index of the newest entry of a key; the count of entries if there is none. */
  int newestOf(Key key) {
    int index = lowerBound(key);
    return index < count && compare(index, key) == 0 ? index : count;
  }

  /** Returns the next entry with the same key, which is older; null if there is none. */
  @Nullable Integer olderThan(int index, Key key) {
    int next = index + 1;
    return next < count && compare(next, key) == 0 ? next : null;
  }
}
