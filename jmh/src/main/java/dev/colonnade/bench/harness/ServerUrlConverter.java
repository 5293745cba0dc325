package dev.colonnade.bench.harness;

import java.net.URI;
import java.net.URISyntaxException;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/** Converter of a command-line argument to the URL of a server. */
final class ServerUrlConverter implements ITypeConverter<URI> {
  @Override
  public URI convert(String text) {
    try {
      URI url = new URI(text);
      BenchClients.requireServer(url);
      return url;
    } catch (URISyntaxException | IllegalArgumentException e) {
      throw new TypeConversionException(String.valueOf(e.getMessage()));
    }
  }
}
