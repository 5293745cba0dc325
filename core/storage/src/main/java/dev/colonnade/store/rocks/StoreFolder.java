package dev.colonnade.store.rocks;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.colonnade.error.ColonnadeException;
import dev.colonnade.error.ErrorCode;
import dev.colonnade.store.StoreIdentity;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.Optional;
import java.util.UUID;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The folder of a store:
 *
 * <pre>
 *   COLONNADE   text: which store this is and in what format; read before anything else
 *   HOLDER      text: the process that has it open; a hint for messages, the lock itself is RocksDB's
 *   rocks/      the files of RocksDB
 * </pre>
 *
 * <p>The format stands in a file of its own and not in the database, so that a store of a newer
 * format is recognised without opening what may not be readable.
 */
final class StoreFolder {
  /** The format that this version writes. */
  static final int FORMAT_VERSION = 1;

  /** As operating systems write it, whatever the language of the user. */
  private static final String NO_SPACE = "No space left on device";

  private static final Pattern IDENTITY =
      Pattern.compile("colonnade store\nformat=(\\d{1,9})\nid=([0-9a-f-]{36})\n");

  private final Path folder;
  private final Path identityFile;
  private final Path holderFile;

  private StoreFolder(Path folder) {
    this.folder = folder;
    this.identityFile = folder.resolve("COLONNADE");
    this.holderFile = folder.resolve("HOLDER");
  }

  /** The folder at {@code path}, created if it is not there. */
  static StoreFolder at(Path path) {
    StoreFolder folder = new StoreFolder(path.toAbsolutePath().normalize());
    try {
      Files.createDirectories(folder.rocks());
    } catch (IOException e) {
      throw folder.failed("create folder", e);
    }
    return folder;
  }

  /** The folder at {@code path}, which must be that of a store; nothing is created. */
  static StoreFolder existing(Path path) {
    StoreFolder folder = new StoreFolder(path.toAbsolutePath().normalize());
    if (folder.identity().isEmpty()) {
      throw new ColonnadeException(
          ErrorCode.STORE_IO, "there is no store in this folder path=" + folder.folder);
    }
    return folder;
  }

  Path path() {
    return folder;
  }

  Path rocks() {
    return folder.resolve("rocks");
  }

  /** Which store this is; nothing in a folder that is new. Throws if the format is a newer one. */
  Optional<StoreIdentity> identity() {
    Optional<String> text = read(identityFile);
    return text.map(this::parse);
  }

  /**
   * Refuses a store of a newer format, and one whose files have gone: it would be opened as an
   * empty one. A store gets its identity after RocksDB has made its files.
   */
  void requireWhole() {
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
              .formatted(formatVersion, FORMAT_VERSION, folder));
    }
    return new StoreIdentity(UUID.fromString(matcher.group(2)), formatVersion);
  }

  /** Makes a new store known by {@code id}; durable, and all or nothing. */
  StoreIdentity create(UUID id) {
    String text = "colonnade store\nformat=%d\nid=%s\n".formatted(FORMAT_VERSION, id);
    Path temporary = folder.resolve("COLONNADE.new");
    try {
      Files.writeString(temporary, text);
      sync(temporary, StandardOpenOption.WRITE);
      Files.move(temporary, identityFile, StandardCopyOption.ATOMIC_MOVE);
      sync(folder, StandardOpenOption.READ);
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

  /** Leaves word that this process has the store open. */
  void hold() {
    try {
      Files.writeString(holderFile, "pid " + ProcessHandle.current().pid() + "\n");
    } catch (IOException e) {
      throw failed("write holder", e);
    }
  }

  /** Takes back what {@link #hold} left. */
  void release() {
    try {
      Files.deleteIfExists(holderFile);
    } catch (IOException e) {
      throw failed("delete holder", e);
    }
  }

  /** Who left word to have the store open, as far as is known. */
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
          case FileAlreadyExistsException e -> "not a folder: " + e.getFile();
          default -> cause.toString();
        };
    return new ColonnadeException(
        isDiskFull(cause) ? ErrorCode.DISK_FULL : ErrorCode.STORE_IO,
        "store folder failed operation=%s path=%s reason=%s".formatted(operation, folder, reason),
        cause);
  }

  /** Java has no exception of its own for it. */
  private static boolean isDiskFull(IOException cause) {
    return String.valueOf(cause.getMessage()).contains(NO_SPACE);
  }
}
