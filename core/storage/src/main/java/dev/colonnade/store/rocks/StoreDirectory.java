package dev.colonnade.store.rocks;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.colonnade.error.ColonnadeException;
import dev.colonnade.error.ErrorCode;
import dev.colonnade.store.StoreIdentity;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.channels.FileChannel;
import java.nio.file.AccessDeniedException;
import java.nio.file.DirectoryStream;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.NotDirectoryException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicLong;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * Directory of a store:
 *
 * <pre>
 *   COLONNADE   text: id and format of the store; read before any other file
 *   HOLDER      text: the process that has it open; a hint for messages, the lock is RocksDB's
 *   SYNCED      binary: how much of the log is durable, see {@link SyncedMarkerLayout}
 *   RESERVE     disk space for the time when the disk is full, see {@code store.disk}
 *   rocks/      the files of RocksDB
 *   ingest/     table files that are not part of RocksDB yet; deleted when the store is opened
 *   segments/   columns of blocks, copies of rows, see {@code scan.segment}
 * </pre>
 *
 * <p>The format is stored in a separate file and not in the database, so that a store of a newer
 * format is recognized without opening files that may not be readable.
 */
final class StoreDirectory {
  /** The format that this version writes. */
  static final int FORMAT_VERSION = 1;

  /** Name of the file with the identity. */
  static final String IDENTITY_FILE = "COLONNADE";

  private static final String HOLDER_FILE = "HOLDER";

  /** Name of the folder of RocksDB's files. */
  static final String ROCKS = "rocks";

  /**
   * Entries of which every folder of a store or of a member of a cluster has one from the
   * beginning.
   */
  private static final List<String> FIRST =
      List.of(ROCKS, IDENTITY_FILE, HOLDER_FILE, "MEMBER", "SETUP");

  /** Entry of the root folder of some file systems. */
  private static final String LOST_FILES = "lost+found";

  /** Message of the operating system for a full disk, independent of the locale. */
  private static final String NO_SPACE = "No space left on device";

  private static final Pattern IDENTITY =
      Pattern.compile("colonnade store\nformat=(\\d{1,9})\nid=([0-9a-f-]{36})\n");

  private static final String TABLE_FILE = ".sst";

  private final AtomicLong tableFiles = new AtomicLong();
  private final Path directory;
  private final Path identityFile;
  private final Path holderFile;

  private StoreDirectory(Path directory) {
    this.directory = directory;
    this.identityFile = directory.resolve(IDENTITY_FILE);
    this.holderFile = directory.resolve(HOLDER_FILE);
  }

  /**
   * Returns the directory at {@code path}, and creates it if it does not exist. Throws STORE_IO if
   * it has other files and no store, before it changes anything.
   */
  static StoreDirectory at(Path path) {
    StoreDirectory storeDirectory = new StoreDirectory(path.toAbsolutePath().normalize());
    storeDirectory.requireOwn();
    try {
      Files.createDirectories(storeDirectory.rocks());
      storeDirectory.closeToOthers();
    } catch (IOException e) {
      throw storeDirectory.failed("create directory", e);
    }
    return storeDirectory;
  }

  static void requireOwn(Path path) {
    new StoreDirectory(path.toAbsolutePath().normalize()).requireOwn();
  }

  /**
   * Throws STORE_IO if the directory has files and is not that of a store. Otherwise a wrong path
   * would deny all users access to the files that are there.
   */
  private void requireOwn() {
    if (FIRST.stream().anyMatch(entry -> Files.exists(directory.resolve(entry)))) {
      return;
    }
    try (Stream<Path> entries = Files.list(directory)) {
      Optional<Path> other =
          entries.filter(entry -> !entry.endsWith(LOST_FILES)).sorted().findFirst();
      if (other.isPresent()) {
        throw new ColonnadeException(
            ErrorCode.STORE_IO,
            "folder has other files and no store: use an empty folder, or one that does not exist"
                + " path=%s contains=%s".formatted(directory, other.get().getFileName()));
      }
    } catch (NoSuchFileException e) {
      // It is created.
    } catch (NotDirectoryException e) {
      throw failed("create directory", new FileAlreadyExistsException(directory.toString()));
    } catch (IOException e) {
      throw failed("list directory", e);
    }
  }

  /** Denies all other users of the operating system access to the directory. */
  private void closeToOthers() throws IOException {
    boolean isPosix = Files.getFileStore(directory).supportsFileAttributeView("posix");
    if (isPosix) {
      Files.setPosixFilePermissions(directory, PosixFilePermissions.fromString("rwx------"));
      closeFilesToOthers();
    }
  }

  /** Applies to files of earlier versions; new ones have the mode that the process gives them. */
  private void closeFilesToOthers() throws IOException {
    Set<PosixFilePermission> ofFiles = PosixFilePermissions.fromString("rw-------");
    try (Stream<Path> paths = Files.walk(directory)) {
      for (Path path : (Iterable<Path>) paths::iterator) {
        if (Files.isRegularFile(path, LinkOption.NOFOLLOW_LINKS)) {
          Files.setPosixFilePermissions(path, ofFiles);
        }
      }
    } catch (NoSuchFileException | UncheckedIOException e) {
      // Another process has the store open, deletes files, and will be reported.
    }
  }

  /** Returns the directory of the existing store at {@code path}; creates nothing. */
  static StoreDirectory existing(Path path) {
    StoreDirectory storeDirectory = new StoreDirectory(path.toAbsolutePath().normalize());
    if (storeDirectory.identity().isEmpty()) {
      throw new ColonnadeException(
          ErrorCode.STORE_IO,
          "there is no store in this directory path=" + storeDirectory.directory);
    }
    return storeDirectory;
  }

  Path path() {
    return directory;
  }

  public Path rocks() {
    return directory.resolve(ROCKS);
  }

  /** Returns the path of the marker of the synced log. */
  Path syncedMarker() {
    return directory.resolve("SYNCED");
  }

  /** Deletes the marker of the synced log; no effect if there is none. */
  void deleteSyncedMarker() {
    try {
      Files.deleteIfExists(syncedMarker());
    } catch (IOException e) {
      throw failed("delete marker", e);
    }
  }

  /** Returns the path of a new table file. */
  Path newTableFile() {
    Path folder = directory.resolve("ingest");
    try {
      Files.createDirectories(folder);
    } catch (IOException e) {
      throw failed("create directory", e);
    }
    return folder.resolve(tableFiles.incrementAndGet() + TABLE_FILE);
  }

  /** Deletes a table file; no effect if there is none. */
  void deleteTableFile(Path file) {
    try {
      Files.deleteIfExists(file);
    } catch (IOException e) {
      throw failed("delete " + file.getFileName(), e);
    }
  }

  /** Deletes the table files that a crash has left. */
  void deleteTableFiles() {
    Path folder = directory.resolve("ingest");
    if (!Files.isDirectory(folder)) {
      return;
    }
    try (DirectoryStream<Path> files = Files.newDirectoryStream(folder, "*" + TABLE_FILE)) {
      for (Path file : files) {
        Files.deleteIfExists(file);
      }
    } catch (IOException e) {
      throw failed("delete table files", e);
    }
  }

  /**
   * Returns the identity of the store; empty for a new directory. Throws STORE_FORMAT_TOO_NEW if
   * the format is a newer one.
   */
  Optional<StoreIdentity> identity() {
    Optional<String> text = read(identityFile);
    return text.map(this::parse);
  }

  /**
   * Throws if the store has a newer format, or if its files are missing: RocksDB would create an
   * empty database. The identity of a store is written after RocksDB has created its files.
   */
  void requireComplete() {
    if (identity().isPresent() && !Files.exists(rocks().resolve("CURRENT"))) {
      throw new ColonnadeException(
          ErrorCode.STORE_CORRUPT, "store lost its files missing=" + rocks().resolve("CURRENT"));
    }
  }

  private StoreIdentity parse(String text) {
    Matcher matcher = IDENTITY.matcher(text);
    if (!matcher.lookingAt()) {
      throw new ColonnadeException(
          ErrorCode.STORE_CORRUPT, "not the identity of a store file=" + identityFile);
    }
    int formatVersion = Integer.parseInt(matcher.group(1));
    if (formatVersion > FORMAT_VERSION) {
      throw new ColonnadeException(
          ErrorCode.STORE_FORMAT_TOO_NEW,
          "store was written by a newer version format=%d supported=%d path=%s"
              .formatted(formatVersion, FORMAT_VERSION, directory));
    }
    return new StoreIdentity(UUID.fromString(matcher.group(2)), formatVersion);
  }

  /** Writes the identity of a new store, durably and atomically. */
  StoreIdentity create(UUID id) {
    String text = "colonnade store\nformat=%d\nid=%s\n".formatted(FORMAT_VERSION, id);
    Path temporary = directory.resolve("COLONNADE.new");
    try {
      Files.writeString(temporary, text);
      sync(temporary, StandardOpenOption.WRITE);
      Files.move(temporary, identityFile, StandardCopyOption.ATOMIC_MOVE);
      sync(directory, StandardOpenOption.READ);
    } catch (IOException e) {
      throw failed("write identity", e);
    }
    return new StoreIdentity(id, FORMAT_VERSION);
  }

  private static void sync(Path path, StandardOpenOption access) throws IOException {
    try (FileChannel channel = FileChannel.open(path, access)) {
      channel.force(true);
    }
  }

  /** Records that this process has the store open. */
  void writeHolder() {
    try {
      Files.writeString(holderFile, "pid " + ProcessHandle.current().pid() + "\n");
    } catch (IOException e) {
      throw failed("write holder", e);
    }
  }

  /** Deletes the record of {@link #writeHolder}. */
  void deleteHolder() {
    try {
      Files.deleteIfExists(holderFile);
    } catch (IOException e) {
      throw failed("delete holder", e);
    }
  }

  /** Returns the process that recorded to have the store open, or "unknown". */
  String holder() {
    return read(holderFile).map(text -> text.strip()).orElse("unknown");
  }

  private Optional<String> read(Path file) {
    try {
      return Optional.of(new String(Files.readAllBytes(file), UTF_8));
    } catch (NoSuchFileException e) {
      return Optional.empty();
    } catch (IOException e) {
      throw failed("read " + file.getFileName(), e);
    }
  }

  private ColonnadeException failed(String operation, IOException cause) {
    String reason =
        switch (cause) {
          case AccessDeniedException e -> "no permission for " + e.getFile();
          case FileAlreadyExistsException e -> "not a directory: " + e.getFile();
          default -> cause.toString();
        };
    return new ColonnadeException(
        isDiskFull(cause) ? ErrorCode.DISK_FULL : ErrorCode.STORE_IO,
        "store directory failed operation=%s path=%s reason=%s"
            .formatted(operation, directory, reason),
        cause);
  }

  /** Returns whether the disk is full; Java has no specific exception for this. */
  private static boolean isDiskFull(IOException cause) {
    return String.valueOf(cause.getMessage()).contains(NO_SPACE);
  }
}
