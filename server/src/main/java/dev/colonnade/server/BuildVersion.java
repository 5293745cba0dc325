package dev.colonnade.server;

import java.util.Objects;
import picocli.CommandLine.IVersionProvider;

/** Says which build this is, from the manifest of the jar. */
final class BuildVersion implements IVersionProvider {
  @Override
  public String[] getVersion() {
    String version = Main.class.getPackage().getImplementationVersion();
    return new String[] {
      "colonnade " + Objects.requireNonNullElse(version, "(not from a jar)"),
      "java " + Runtime.version()
    };
  }
}
