package dev.colonnade.server.setup;

import static java.util.Objects.requireNonNull;

import dev.colonnade.engine.Database;
import dev.colonnade.engine.Session;
import dev.colonnade.error.ColonnadeException;
import dev.colonnade.error.ErrorCode;
import dev.colonnade.server.config.SetupConfig;
import dev.colonnade.sql.result.SqlResult;
import dev.colonnade.storage.config.StorageConfig;
import dev.colonnade.store.rocks.RocksStore;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * First start of a store: sets the password of its first user and executes SQL scripts, before a
 * port is open.
 *
 * <p>While the scripts of a new store are executed, the file {@code SETUP} exists in its folder. A
 * store in which they have been executed in part is not opened again.
 */
public final class StoreSetup {
  static final String MARKER = "SETUP";
  private static final String IDENTITY = "COLONNADE";
  private static final String USER = "colonnade";
  private static final String SUFFIX = ".sql";

  private static final Logger LOG = LoggerFactory.getLogger(StoreSetup.class);

  private final Path marker;
  private final SetupConfig config;

  private StoreSetup(Path folder, SetupConfig config) {
    this.marker = folder.resolve(MARKER);
    this.config = requireNonNull(config, "config is null");
  }

  /**
   * Opens a database as {@link Database#open(StorageConfig)} does, and sets it up; an existing one
   * whose disk is full is opened read-only.
   *
   * @throws ColonnadeException INVALID_CONFIGURATION if a file or folder cannot be read, a script
   *     fails, or the scripts of the store have been executed in part
   */
  public static Database open(StorageConfig storage, SetupConfig config) {
    StoreSetup setup = new StoreSetup(storage.folder(), config);
    if (Files.exists(setup.marker)) {
      throw new ColonnadeException(
          ErrorCode.INVALID_CONFIGURATION,
          "the scripts of this new store have been executed in part: delete the store and start"
              + " again, or delete the file to open it as it is: file="
              + setup.marker);
    }
    Optional<String> password = config.passwordFile().map(StoreSetup::password);
    List<Path> scripts =
        Files.exists(storage.folder().resolve(IDENTITY)) ? List.of() : setup.scripts();
    if (!scripts.isEmpty()) {
      RocksStore.requireOwn(storage.folder());
      setup.mark();
    }
    Database database;
    try {
      database = Database.open(storage);
    } catch (ColonnadeException e) {
      if (FullDiskStart.isPossible(storage, e)) {
        return FullDiskStart.open(storage, e);
      }
      throw e;
    }
    boolean isDone = false;
    try {
      password.ifPresent(text -> setPassword(database, text));
      scripts.forEach(script -> new SetupScript(database, script).run());
      Files.deleteIfExists(setup.marker);
      isDone = true;
      return database;
    } catch (IOException e) {
      throw unreadable(setup.marker, e);
    } finally {
      if (!isDone) {
        database.close();
      }
    }
  }

  /**
   * Sets the password of the first user in the database of a cluster's leader, which every member
   * has then.
   *
   * @throws ColonnadeException INVALID_CONFIGURATION if the file cannot be read
   */
  public static void setPassword(Database leader, SetupConfig config) {
    config.passwordFile().ifPresent(file -> setPassword(leader, password(file)));
  }

  /**
   * Throws INVALID_CONFIGURATION if the configuration is not possible for a member of a cluster:
   * scripts would be executed in part when the leader changes meanwhile.
   */
  public static void requireForCluster(SetupConfig config) {
    if (config.scripts().isPresent()) {
      throw new ColonnadeException(
          ErrorCode.INVALID_CONFIGURATION,
          "scripts of the first start are not executed by members of a cluster; execute them with"
              + " a client: setup.scripts="
              + config.scripts().get());
    }
    config.passwordFile().ifPresent(StoreSetup::password);
  }

  private void mark() {
    try {
      Files.createDirectories(requireNonNull(marker.getParent(), "store without a folder"));
      Files.createFile(marker);
    } catch (IOException e) {
      throw unreadable(marker, e);
    }
  }

  /** Returns the scripts in the order of their names. */
  private List<Path> scripts() {
    if (config.scripts().isEmpty()) {
      return List.of();
    }
    Path folder = config.scripts().orElseThrow();
    try (Stream<Path> files = Files.list(folder)) {
      return files.filter(file -> file.toString().endsWith(SUFFIX)).sorted().toList();
    } catch (IOException e) {
      throw unreadable(folder, e);
    }
  }

  private static String password(Path file) {
    try (Stream<String> lines = Files.lines(file)) {
      String password = lines.findFirst().orElse("");
      if (password.isEmpty()) {
        throw new ColonnadeException(
            ErrorCode.INVALID_CONFIGURATION, "the password is empty: file=" + file);
      }
      return password;
    } catch (IOException e) {
      throw unreadable(file, e);
    }
  }

  private static ColonnadeException unreadable(Path file, IOException cause) {
    return new ColonnadeException(
        ErrorCode.INVALID_CONFIGURATION,
        "a file of the first start cannot be read or written: file=%s reason=%s"
            .formatted(file, cause),
        cause);
  }

  private static void setPassword(Database database, String password) {
    try (Session session = database.session(USER)) {
      boolean hasPassword;
      try (SqlResult result =
          session
              .sql()
              .execute(
                  "select 1 from pg_authid where rolname = '%s' and rolpassword is not null"
                      .formatted(USER))) {
        hasPassword = result.next() != null;
      }
      if (!hasPassword) {
        session
            .sql()
            .execute("alter role %s password '%s'".formatted(USER, password.replace("'", "''")))
            .close();
        LOG.info("password set: role={}", USER);
      }
    }
  }
}
