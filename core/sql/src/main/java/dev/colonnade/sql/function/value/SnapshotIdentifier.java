package dev.colonnade.sql.function.value;

import dev.colonnade.error.ColonnadeException;
import dev.colonnade.error.ErrorCode;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Identifier of an exported snapshot: the text form of its read timestamp. */
public final class SnapshotIdentifier {
  private static final Pattern FORM = Pattern.compile("([0-9A-F]{8})-([0-9A-F]{8})-1");
  private static final int HEX = 16;

  private SnapshotIdentifier() {}

  /** Returns the identifier of the snapshot at a timestamp. */
  public static String of(long timestamp) {
    long high = timestamp >>> Integer.SIZE;
    return "%08X-%08X-1".formatted(high, timestamp & 0xFFFF_FFFFL);
  }

  /** Returns the timestamp of an identifier; INVALID_ARGUMENT if it is invalid. */
  public static long timestamp(String name) {
    Matcher matcher = FORM.matcher(name);
    long timestamp =
        matcher.matches() ? Long.parseUnsignedLong(matcher.group(1) + matcher.group(2), HEX) : 0;
    if (timestamp <= 0) {
      throw new ColonnadeException(
          ErrorCode.INVALID_ARGUMENT, "invalid snapshot identifier: \"%s\"".formatted(name));
    }
    return timestamp;
  }
}
