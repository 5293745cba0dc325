package dev.colonnade.bench.harness;

import dev.colonnade.bench.tpch.Scale;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/** Converter of a command-line argument to a TPC-H scale factor. */
public final class ScaleFactorConverter implements ITypeConverter<Scale> {
  /** Default scale factor of the commands. */
  public static final Scale DEFAULT = new Scale(0.1);

  @Override
  public Scale convert(String text) {
    try {
      return new Scale(Double.parseDouble(text));
    } catch (NumberFormatException e) {
      throw new TypeConversionException("'" + text + "' is not a number");
    } catch (IllegalArgumentException e) {
      throw new TypeConversionException(e.getMessage());
    }
  }
}
