package dev.colonnade.bench.harness;

import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/**
 * Converter of a command-line argument, such as {@code 4MiB}, to a number of bytes. A number
 * without a unit is in bytes.
 */
public final class ByteSizeConverter implements ITypeConverter<Long> {
  private static final Pattern SIZE = Pattern.compile("(\\d{1,12}) ?(B|KiB|MiB|GiB)?");
  private static final Map<String, Long> UNITS =
      Map.of("B", 1L, "KiB", 1L << 10, "MiB", 1L << 20, "GiB", 1L << 30);

  @Override
  public Long convert(String text) {
    Matcher matcher = SIZE.matcher(text);
    if (!matcher.matches()) {
      throw new TypeConversionException("'" + text + "' is not a size, such as 4MiB or 65536");
    }
    String unit = matcher.group(2);
    long bytes =
        Math.multiplyExact(
            Long.parseLong(matcher.group(1)), UNITS.getOrDefault(unit == null ? "B" : unit, 1L));
    if (bytes < 1) {
      throw new TypeConversionException(text + " is below 1");
    }
    return bytes;
  }
}
