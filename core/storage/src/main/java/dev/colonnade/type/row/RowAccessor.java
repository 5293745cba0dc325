package dev.colonnade.type.row;

import static java.util.Objects.requireNonNull;

import dev.colonnade.error.ColonnadeException;
import dev.colonnade.error.ErrorCode;
import dev.colonnade.key.NativeKey;
import dev.colonnade.memory.NativeMemory;
import dev.colonnade.type.ColumnType;
import dev.colonnade.type.StorageKind;
import dev.colonnade.type.StoredForm;
import dev.colonnade.type.schema.Column;
import dev.colonnade.type.schema.TableSchema;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Reader of projected columns of rows in place in native memory, for hot loops. {@link RowDecoder}
 * is its reference implementation.
 *
 * <p>It is created once for a list of projected columns and then moved from row to row without
 * allocation; the offsets of the columns are computed once for each schema version encountered. A
 * column is identified by its index in that list. The caller knows its {@link StorageKind} and
 * calls the matching method; only assertions check it. The typed methods may be called for a NULL,
 * with a meaningless result.
 *
 * <p>One accessor reads one family and the key. Projected columns that a row does not contain read
 * as their default. An invalid value is rejected with STORE_CORRUPT before anything beyond its end
 * is read. Returned addresses are valid until the next move. Not thread-safe.
 */
public final class RowAccessor {
  private static final int NOT_KEY = -1;

  /** The upper half of the header's second word in nearly all values. */
  private static final int PLAIN = RowValueLayout.FORMAT << Byte.SIZE;

  private static final int WIDE = PLAIN | RowValueLayout.FLAG_WIDE;

  private final RowFormat format;
  private final int familyId;
  private final List<Column> wanted;
  private final StorageKind[] kinds;
  private final KeyAccessor key;

  /** By projected column: its part of the key, or NOT_KEY. */
  private final int[] keyParts;

  private final ColumnDefaults defaults;
  private final ResolvedColumns absent;

  /** By schema version; grows as new versions are encountered. */
  private @Nullable ResolvedColumns[] resolved = new @Nullable ResolvedColumns[1];

  private ResolvedColumns current;
  private int[] nullBits;
  private int[] slots;
  private int[] ordinals;

  private long value;
  private boolean wide;
  private long endOffsets;
  private long variables;
  private int variableBytes;

  /**
   * @param familyId the family whose values will be read
   * @param wanted columns of the key or of that family
   */
  public RowAccessor(RowFormat format, int familyId, List<Column> wanted) {
    this.format = requireNonNull(format, "format is null");
    this.familyId = familyId;
    this.wanted = List.copyOf(wanted);
    this.kinds = new StorageKind[wanted.size()];
    Arrays.setAll(kinds, i -> wanted.get(i).type().storage());
    this.key = new KeyAccessor(format.keyCodec());
    this.keyParts = new int[kinds.length];
    Arrays.setAll(keyParts, i -> keyPart(wanted.get(i)));
    this.defaults = new ColumnDefaults(this.wanted);
    this.absent = ResolvedColumns.absent(kinds.length);
    this.current = absent;
    this.nullBits = absent.nullBits;
    this.slots = absent.slots;
    this.ordinals = absent.ordinals;
  }

  private int keyPart(Column column) {
    TableSchema schema = format.latest();
    int part = schema.primaryKey().size() - 1;
    while (part >= 0 && schema.primaryKey().get(part).columnId() != column.id()) {
      part--;
    }
    boolean elsewhere =
        part == NOT_KEY
            && schema.hasColumn(column.id())
            && schema.familyOf(column.id()).id() != familyId;
    if (elsewhere) {
      throw new ColonnadeException(
          ErrorCode.INVALID_ARGUMENT,
          "column is in another family: column=" + column.name() + " familyId=" + familyId);
    }
    return part;
  }

  public List<Column> wanted() {
    return wanted;
  }

  public StorageKind kind(int index) {
    return kinds[index];
  }

  /**
   * Moves to the key-value pair of a row's family. Its memory must stay valid until the next move.
   */
  public void position(long keyAddress, int keyLength, long valueAddress, int valueLength) {
    positionKey(keyAddress, keyLength);
    positionValue(valueAddress, valueLength);
  }

  /** Moves to a row's key only; not needed if no key column is read. */
  public void positionKey(long keyAddress, int keyLength) {
    key.position(keyAddress, keyLength);
  }

  /** Moves to a row's value only. Key columns remain those of the last key. */
  public void positionValue(long valueAddress, int valueLength) {
    if (valueLength < RowValueLayout.HEADER_BYTES) {
      throw corrupt("value is shorter than its header", valueLength);
    }
    int header = NativeMemory.getInt(valueAddress + RowValueLayout.SCHEMA_VERSION_OFFSET);
    int kind = header >>> Short.SIZE;
    if (kind != PLAIN && kind != WIDE) {
      throw corrupt("not a row: formatAndFlags=" + Integer.toHexString(kind), valueLength);
    }
    int version = header & 0xFFFF;
    if (version != current.version) {
      use(resolve(version));
    }
    value = valueAddress;
    wide = kind == WIDE;
    findVariables(valueLength);
  }

  /** Moves to a row that has no value for the family: its columns read as their defaults. */
  public void positionAbsent(long keyAddress, int keyLength) {
    positionKey(keyAddress, keyLength);
    positionAbsentValue();
  }

  /** Variant of {@link #positionAbsent} that does not move to a key. */
  public void positionAbsentValue() {
    use(absent);
  }

  private void findVariables(int valueLength) {
    int count = current.variableCount;
    int ends = current.endOffsetsOffset;
    int start =
        ends
            + count
                * (wide ? RowValueLayout.WIDE_OFFSET_BYTES : RowValueLayout.NARROW_OFFSET_BYTES);
    if (valueLength < start) {
      throw corrupt("value ends before its columns do", valueLength);
    }
    endOffsets = value + ends;
    variables = value + start;
    variableBytes = valueLength - start;
    if (variableBytes != (count == 0 ? 0 : end(count - 1))) {
      throw corrupt("value does not end where its last column does", valueLength);
    }
  }

  private void use(ResolvedColumns columns) {
    current = columns;
    nullBits = columns.nullBits;
    slots = columns.slots;
    ordinals = columns.ordinals;
  }

  private ResolvedColumns resolve(int version) {
    ResolvedColumns known = version < resolved.length ? resolved[version] : null;
    return known == null ? resolveFirst(version) : known;
  }

  private ResolvedColumns resolveFirst(int version) {
    // The layout is resolved first: it rejects a version that the table does not have.
    ResolvedColumns columns = new ResolvedColumns(format.layout(version, familyId), wanted);
    if (version >= resolved.length) {
      resolved = Arrays.copyOf(resolved, format.latest().version() + 1);
    }
    resolved[version] = columns;
    return columns;
  }

  public boolean isNull(int index) {
    int bit = nullBits[index];
    if (bit != ResolvedColumns.ELSEWHERE) {
      return (NativeMemory.getByte(value + (bit >>> 3)) >>> (bit & 7) & 1) != 0;
    }
    int part = keyParts[index];
    return part == NOT_KEY ? defaults.isNull(index) : key.isNull(part);
  }

  public boolean booleanAt(int index) {
    assert kinds[index] == StorageKind.BOOL1;
    int slot = slots[index];
    if (slot != ResolvedColumns.ELSEWHERE) {
      return NativeMemory.getByte(value + slot) != 0;
    }
    int part = keyParts[index];
    return part == NOT_KEY
        ? defaults.low(index) != 0
        : NativeKey.byteAt(key.addressOf(part), key.mask(part)) != 0;
  }

  public short shortAt(int index) {
    assert kinds[index] == StorageKind.INT16;
    int slot = slots[index];
    if (slot != ResolvedColumns.ELSEWHERE) {
      return NativeMemory.getShort(value + slot);
    }
    int part = keyParts[index];
    return part == NOT_KEY
        ? (short) defaults.low(index)
        : NativeKey.shortAt(key.addressOf(part), key.mask(part));
  }

  /** Returns an INTEGER, the days of a DATE, or the rank of an enum label. */
  public int intAt(int index) {
    assert kinds[index] == StorageKind.INT32 || kinds[index] == StorageKind.ENUM32;
    int slot = slots[index];
    if (slot != ResolvedColumns.ELSEWHERE) {
      return NativeMemory.getInt(value + slot);
    }
    int part = keyParts[index];
    return part == NOT_KEY
        ? (int) defaults.low(index)
        : NativeKey.intAt(key.addressOf(part), key.mask(part));
  }

  /**
   * Returns a BIGINT, a time in microseconds, or a NUMERIC of up to 18 digits as scaled integer.
   */
  public long longAt(int index) {
    assert kinds[index] == StorageKind.INT64;
    int slot = slots[index];
    if (slot != ResolvedColumns.ELSEWHERE) {
      return NativeMemory.getLong(value + slot);
    }
    int part = keyParts[index];
    return part == NOT_KEY
        ? defaults.low(index)
        : NativeKey.longAt(key.addressOf(part), key.mask(part));
  }

  public float floatAt(int index) {
    assert kinds[index] == StorageKind.FLOAT32;
    int slot = slots[index];
    if (slot != ResolvedColumns.ELSEWHERE) {
      return Float.intBitsToFloat(NativeMemory.getInt(value + slot));
    }
    int part = keyParts[index];
    return part == NOT_KEY
        ? Float.intBitsToFloat((int) defaults.low(index))
        : NativeKey.floatAt(key.addressOf(part), key.mask(part));
  }

  public double doubleAt(int index) {
    assert kinds[index] == StorageKind.FLOAT64;
    int slot = slots[index];
    if (slot != ResolvedColumns.ELSEWHERE) {
      return Double.longBitsToDouble(NativeMemory.getLong(value + slot));
    }
    int part = keyParts[index];
    return part == NOT_KEY
        ? Double.longBitsToDouble(defaults.low(index))
        : NativeKey.doubleAt(key.addressOf(part), key.mask(part));
  }

  /**
   * Returns the upper half of a NUMERIC of more than 18 digits, as scaled two's complement integer.
   */
  public long int128HighAt(int index) {
    assert kinds[index] == StorageKind.INT128;
    int slot = slots[index];
    if (slot != ResolvedColumns.ELSEWHERE) {
      return NativeMemory.getLong(value + slot + Long.BYTES);
    }
    int part = keyParts[index];
    return part == NOT_KEY
        ? defaults.high(index)
        : NativeKey.longAt(key.addressOf(part), key.mask(part));
  }

  /** Returns the lower half of a NUMERIC of more than 18 digits. */
  public long int128LowAt(int index) {
    assert kinds[index] == StorageKind.INT128;
    int slot = slots[index];
    if (slot != ResolvedColumns.ELSEWHERE) {
      return NativeMemory.getLong(value + slot);
    }
    return rawLongElsewhere(index, Long.BYTES, defaults.low(index));
  }

  /** Returns the first eight bytes of a UUID, big-endian. */
  public long bytes16HighAt(int index) {
    assert kinds[index] == StorageKind.BYTES16;
    int slot = slots[index];
    if (slot != ResolvedColumns.ELSEWHERE) {
      return NativeMemory.getLongBigEndian(value + slot);
    }
    return rawLongElsewhere(index, 0, defaults.high(index));
  }

  /** Returns the last eight bytes of a UUID, big-endian. */
  public long bytes16LowAt(int index) {
    assert kinds[index] == StorageKind.BYTES16;
    int slot = slots[index];
    if (slot != ResolvedColumns.ELSEWHERE) {
      return NativeMemory.getLongBigEndian(value + slot + Long.BYTES);
    }
    return rawLongElsewhere(index, Long.BYTES, defaults.low(index));
  }

  private long rawLongElsewhere(int index, int offset, long defaultValue) {
    int part = keyParts[index];
    return part == NOT_KEY
        ? defaultValue
        : NativeKey.rawLongAt(key.addressOf(part) + offset, key.mask(part));
  }

  /** Returns the address of the bytes of a text or BYTEA. */
  public long variableAddress(int index) {
    assert kinds[index] == StorageKind.VARIABLE;
    int ordinal = ordinals[index];
    if (ordinal != ResolvedColumns.ELSEWHERE) {
      return variables + start(ordinal);
    }
    int part = keyParts[index];
    return part == NOT_KEY ? defaults.address(index) : key.variableAddress(part);
  }

  /** Returns the number of bytes of a text or BYTEA. */
  public int variableLength(int index) {
    assert kinds[index] == StorageKind.VARIABLE;
    int ordinal = ordinals[index];
    if (ordinal != ResolvedColumns.ELSEWHERE) {
      int start = start(ordinal);
      int end = end(ordinal);
      if (start < 0 || start > end || end > variableBytes) {
        throw corrupt("end offsets do not ascend: start=" + start + " end=" + end, variableBytes);
      }
      return end - start;
    }
    int part = keyParts[index];
    return part == NOT_KEY ? defaults.length(index) : key.variableLength(part);
  }

  private int start(int ordinal) {
    return ordinal == 0 ? 0 : end(ordinal - 1);
  }

  private int end(int ordinal) {
    return wide
        ? NativeMemory.getInt(endOffsets + (long) ordinal * RowValueLayout.WIDE_OFFSET_BYTES)
        : NativeMemory.getShort(endOffsets + (long) ordinal * RowValueLayout.NARROW_OFFSET_BYTES)
            & 0xFFFF;
  }

  /** Returns the column as a Java value; not for hot loops. */
  public @Nullable Object objectAt(int index) {
    if (isNull(index)) {
      return null;
    }
    ColumnType type = wanted.get(index).type();
    return switch (kinds[index]) {
      case BOOL1 -> booleanAt(index);
      case INT16 -> shortAt(index);
      case INT32, ENUM32 -> StoredForm.fromInt(type, intAt(index));
      case INT64 -> StoredForm.fromLong(type, longAt(index));
      case FLOAT32 -> floatAt(index);
      case FLOAT64 -> doubleAt(index);
      case INT128 -> StoredForm.fromHalves(type, int128HighAt(index), int128LowAt(index));
      case BYTES16 -> StoredForm.fromHalves(type, bytes16HighAt(index), bytes16LowAt(index));
      case VARIABLE -> {
        int length = variableLength(index);
        yield StoredForm.fromBytes(type, NativeMemory.bytes(variableAddress(index), length));
      }
    };
  }

  private static ColonnadeException corrupt(String reason, int length) {
    return new ColonnadeException(ErrorCode.STORE_CORRUPT, reason + ": length=" + length);
  }
}
