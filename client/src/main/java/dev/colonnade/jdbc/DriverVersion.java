package dev.colonnade.jdbc;

/** Name and version of the driver. */
final class DriverVersion {
  static final String NAME = "Colonnade JDBC Driver";
  static final int MAJOR = 0;
  static final int MINOR = 1;

  private DriverVersion() {}
}
