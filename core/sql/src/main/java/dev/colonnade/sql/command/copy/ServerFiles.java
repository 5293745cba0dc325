package dev.colonnade.sql.command.copy;

import dev.colonnade.catalog.NameScope;
import dev.colonnade.catalog.name.BuiltIns;
import dev.colonnade.error.ColonnadeException;
import dev.colonnade.error.ErrorCode;
import dev.colonnade.error.ErrorFields;
import dev.colonnade.sql.syntax.command.CopyCommand;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/** Files of the server that COPY reads and writes, and the privileges for them. */
final class ServerFiles {
  private static final String HINT =
      "Anyone can COPY to stdout or from stdin. psql's \\copy command also works for anyone.";

  private ServerFiles() {}

  /**
   * Returns the file of a command; null if it copies from or to the client.
   *
   * @throws ColonnadeException INSUFFICIENT_PRIVILEGE; INVALID_NAME for a relative path;
   *     UNSUPPORTED for a program
   */
  static @Nullable String of(CopyCommand node, NameScope names) {
    String name = node.place().name();
    if (name == null) {
      return null;
    }
    if (node.place().program()) {
      require(
          names,
          BuiltIns.EXECUTE_SERVER_PROGRAM_ID,
          "pg_execute_server_program",
          "to or from an external program");
      throw new ColonnadeException(
          ErrorCode.UNSUPPORTED, "COPY to or from a program is not supported");
    }
    require(names, node.from());
    if (!isAbsolute(name)) {
      throw new ColonnadeException(
          ErrorCode.INVALID_NAME,
          "relative path not allowed for COPY %s file".formatted(node.from() ? "from" : "to"));
    }
    return name;
  }

  private static boolean isAbsolute(String name) {
    try {
      return Path.of(name).isAbsolute();
    } catch (InvalidPathException e) {
      throw new ColonnadeException(
          ErrorCode.INVALID_NAME, "not a file name: \"%s\"".formatted(name), e);
    }
  }

  /** Throws INSUFFICIENT_PRIVILEGE if the user must not read, or write, files of the server. */
  static void require(NameScope names, boolean isFrom) {
    if (isFrom) {
      require(names, BuiltIns.READ_SERVER_FILES_ID, "pg_read_server_files", "from a file");
    } else {
      require(names, BuiltIns.WRITE_SERVER_FILES_ID, "pg_write_server_files", "to a file");
    }
  }

  private static void require(NameScope names, int roleId, String role, String what) {
    if (!names.privileges().hasRole(roleId)) {
      throw new ColonnadeException(
          ErrorCode.INSUFFICIENT_PRIVILEGE,
          "must be superuser or have privileges of the %s role to COPY %s".formatted(role, what),
          ErrorFields.NONE.withHint(HINT));
    }
  }
}
