package dev.colonnade.bench.kv;

import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/** Converter of a command-line argument {@code on} or {@code off}. */
final class SwitchConverter implements ITypeConverter<Switch> {
  @Override
  public Switch convert(String text) {
    return switch (text) {
      case "on" -> Switch.ON;
      case "off" -> Switch.OFF;
      default -> throw new TypeConversionException("'" + text + "' is neither on nor off");
    };
  }
}
