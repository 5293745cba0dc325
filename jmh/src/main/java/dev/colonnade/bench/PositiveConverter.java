package dev.colonnade.bench;

import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/** Reads a count of at least one from a command line. */
public final class PositiveConverter implements ITypeConverter<Integer> {
  @Override
  public Integer convert(String text) {
    try {
      int value = Integer.parseInt(text);
      if (value >= 1) {
        return value;
      }
    } catch (NumberFormatException e) {
      throw new TypeConversionException("'" + text + "' is not a whole number");
    }
    throw new TypeConversionException(text + " is below 1");
  }
}
