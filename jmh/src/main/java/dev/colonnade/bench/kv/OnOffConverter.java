package dev.colonnade.bench.kv;

import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/** Converter of a command-line argument {@code on} or {@code off}. */
final class OnOffConverter implements ITypeConverter<OnOff> {
  @Override
  public OnOff convert(String text) {
    return switch (text) {
      case "on" -> OnOff.ON;
      case "off" -> OnOff.OFF;
      default -> throw new TypeConversionException("'" + text + "' is neither on nor off");
    };
  }
}
