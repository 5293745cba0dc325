package dev.colonnade.type.row;

import dev.colonnade.error.ColonnadeException;
import dev.colonnade.error.ErrorCode;
import dev.colonnade.key.KeyLayout;
import dev.colonnade.key.NativeKey;
import dev.colonnade.memory.NativeMemory;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.HexFormat;
import java.util.List;

/**
 * Reader of the columns of a key in place in native memory. A column that is preceded only by
 * fixed-width columns has a fixed offset; the offsets of all other columns are computed by one walk
 * over the key when the first of them is read. Text is used in place, or copied to scratch memory
 * if it has escapes or is stored descending.
 */
final class KeyAccessor {
  private static final int IS_NULL = -1;
  private static final int MARKER_BYTES = 1;

  private final int[] widths;
  private final boolean[] variable;
  private final boolean[] nullable;
  private final int[] masks;

  /** Number of leading parts whose offset is the same in every key. */
  private final int fixedParts;

  private final int minimumBytes;
  private final boolean fixedLength;
  private final int familyBytes;

  /**
   * Offsets of the values from the start of the key, or IS_NULL; from fixedParts on set by a walk.
   */
  private final int[] offsets;

  private final long[] variableAddresses;
  private final int[] variableLengths;

  private long address;
  private int length;
  private boolean walked;
  private MemorySegment scratch = MemorySegment.NULL;
  private int scratchUsed;

  KeyAccessor(KeyCodec codec) {
    List<KeyPart> parts = codec.parts();
    int count = parts.size();
    widths = new int[count];
    variable = new boolean[count];
    nullable = new boolean[count];
    masks = new int[count];
    offsets = new int[count];
    variableAddresses = new long[count];
    variableLengths = new int[count];
    familyBytes = codec.hasFamilyByte() ? KeyLayout.FAMILY_BYTES : 0;
    int minimum = KeyLayout.COLUMNS_OFFSET;
    int fixed = 0;
    for (int i = 0; i < count; i++) {
      KeyPart part = parts.get(i);
      widths[i] = part.type().storage().slotBytes();
      variable[i] = part.type().storage().isVariable();
      nullable[i] = part.nullable();
      masks[i] = part.direction().mask();
      if (fixed == i && !variable[i] && !nullable[i]) {
        offsets[i] = minimum;
        fixed++;
      }
      minimum += nullable[i] ? MARKER_BYTES : variable[i] ? KeyLayout.END_BYTES : widths[i];
    }
    fixedParts = fixed;
    fixedLength = fixed == count;
    minimumBytes = minimum + familyBytes;
  }

  /** Moves to a key; its memory must stay valid until the next move. */
  void position(long keyAddress, int keyLength) {
    if (keyLength < minimumBytes || (fixedLength && keyLength != minimumBytes)) {
      throw new ColonnadeException(
          ErrorCode.STORE_CORRUPT,
          "key has the wrong length: length=" + keyLength + " lengthMin=" + minimumBytes);
    }
    address = keyAddress;
    length = keyLength;
    walked = false;
  }

  boolean isNull(int part) {
    if (part >= fixedParts) {
      walk();
    }
    return offsets[part] == IS_NULL;
  }

  /** Returns the address of a fixed-width value, after its null marker. */
  long addressOf(int part) {
    if (part >= fixedParts) {
      walk();
    }
    return address + offsets[part];
  }

  int mask(int part) {
    return masks[part];
  }

  /** Returns the address of a variable-width value, without escapes; valid until the next move. */
  long variableAddress(int part) {
    walk();
    return variableAddresses[part];
  }

  int variableLength(int part) {
    walk();
    return variableLengths[part];
  }

  private void walk() {
    if (walked) {
      return;
    }
    scratchUsed = 0;
    int end = length - familyBytes;
    int at = fixedParts == 0 ? KeyLayout.COLUMNS_OFFSET : endOfFixedParts();
    for (int i = fixedParts; i < widths.length; i++) {
      at = walkPart(i, at, end);
    }
    if (at != end) {
      throw corrupt("key does not end after its last column");
    }
    walked = true;
  }

  private int endOfFixedParts() {
    return offsets[fixedParts - 1] + widths[fixedParts - 1];
  }

  private int walkPart(int part, int start, int end) {
    int at = start;
    if (nullable[part]) {
      requireWithin(at + MARKER_BYTES, end);
      int marker = NativeKey.byteAt(address + at, masks[part]);
      at += MARKER_BYTES;
      if (marker == KeyLayout.MARKER_NULL) {
        offsets[part] = IS_NULL;
        return at;
      }
      if (marker != KeyLayout.MARKER_PRESENT) {
        throw corrupt("null marker is neither 0 nor 1");
      }
    }
    offsets[part] = at;
    if (variable[part]) {
      return at + readVariable(part, at, end);
    }
    requireWithin(at + widths[part], end);
    return at + widths[part];
  }

  /**
   * Locates a variable-width value and returns its number of bytes in the key, terminator included.
   */
  private int readVariable(int part, int at, int end) {
    int mask = masks[part];
    long measured = NativeKey.measure(address + at, end - at, mask);
    if (measured == NativeKey.CORRUPT) {
      throw corrupt("variable-width column has no terminator or a bad escape");
    }
    int content = NativeKey.contentBytes(measured);
    int escapes = NativeKey.escapes(measured);
    variableLengths[part] = content - escapes;
    if (escapes == 0 && mask == 0) {
      variableAddresses[part] = address + at;
    } else {
      variableAddresses[part] = scratchFor(content);
      NativeKey.unescape(address + at, content, mask, variableAddresses[part]);
    }
    return content + KeyLayout.END_BYTES;
  }

  /**
   * Returns scratch memory for a value. All values of a key together are shorter than the key, so
   * that only the first value of a walk can need a larger scratch.
   */
  private long scratchFor(int bytes) {
    if (scratch.byteSize() < length) {
      assert scratchUsed == 0 : "scratch grew in the middle of a walk";
      scratch = Arena.ofAuto().allocate(2L * length);
    }
    long free = scratch.address() + scratchUsed;
    scratchUsed += bytes;
    return free;
  }

  private void requireWithin(int at, int end) {
    if (at > end) {
      throw corrupt("key ends inside a column");
    }
  }

  private ColonnadeException corrupt(String reason) {
    return new ColonnadeException(
        ErrorCode.STORE_CORRUPT,
        reason + ": key=" + HexFormat.of().formatHex(NativeMemory.bytes(address, length)));
  }
}
