package dev.colonnade.backup;

import static java.nio.charset.StandardCharsets.UTF_8;
import static java.util.Objects.requireNonNull;

import dev.colonnade.error.ColonnadeException;
import dev.colonnade.error.ErrorCode;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.AccessDeniedException;
import java.nio.file.DirectoryStream;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Folder of backups:
 *
 * <pre>
 *   LOCK                held while a backup is written
 *   backups/000012      manifest of backup 12 (see {@link BackupManifest}); written last
 *   files/CHECKSUM      content of a file, named by its SHA-256; shared by all backups
 *   files/CHECKSUM.part content that is not complete
 * </pre>
 *
 * <p>A backup exists when its manifest does. What a process that was killed has left is removed by
 * the next backup.
 */
public final class BackupFolder {
  static final String PART_SUFFIX = ".part";

  /** File that every store has. */
  private static final String STORE_CONTENT = "rocks/CURRENT";

  private static final int MANIFEST_BYTES_MAX = 64 << 20;

  private static final String LOCK = "LOCK";
  private static final String MANIFESTS = "backups";
  private static final String FILES = "files";

  /** Names of content: that of a file, or a part of it. */
  private static final Pattern CONTENT = Pattern.compile("[0-9a-f]{64}|.*\\" + PART_SUFFIX);

  private final Path folder;

  private BackupFolder(Path folder) {
    this.folder = folder.toAbsolutePath().normalize();
  }

  /** Returns the backups in a folder, which exists. Throws STORE_IO if there are none. */
  public static BackupFolder existing(Path folder) {
    requireNonNull(folder, "folder is null");
    BackupFolder backups = new BackupFolder(folder);
    if (!Files.isDirectory(backups.manifests())) {
      throw new ColonnadeException(
          ErrorCode.STORE_IO, "there is no backup in this folder path=" + backups.folder);
    }
    return backups;
  }

  /**
   * Returns a folder for backups, and creates it. Throws STORE_IO if it is not empty and no folder
   * of backups, or if it is inside of a store.
   */
  static BackupFolder create(Path folder) {
    BackupFolder backups = new BackupFolder(folder);
    try {
      requireOutsideOfStores(backups.folder);
      Files.createDirectories(backups.folder);
      if (!backups.isOwn()) {
        throw new ColonnadeException(
            ErrorCode.STORE_IO,
            "folder is neither empty nor a folder of backups path=" + backups.folder);
      }
      // First, so that a folder is known after a kill.
      Files.write(backups.lockFile(), new byte[0], StandardOpenOption.CREATE);
      Files.createDirectories(backups.files());
      Files.createDirectories(backups.manifests());
      return backups;
    } catch (IOException e) {
      throw failed("create", backups.folder, e);
    }
  }

  /**
   * Returns whether the folder is new, has a backup, or was begun by a killed process: another one
   * may have folders of the same names, with files that are not ours.
   */
  private boolean isOwn() throws IOException {
    Set<String> names = new HashSet<>();
    try (DirectoryStream<Path> entries = Files.newDirectoryStream(folder)) {
      entries.forEach(entry -> names.add(String.valueOf(entry.getFileName())));
    }
    names.remove("lost+found"); // of a disk that is mounted here
    return names.isEmpty()
        || (names.contains(LOCK) && Set.of(LOCK, MANIFESTS, FILES).containsAll(names))
        || (names.contains(MANIFESTS) && !backups().isEmpty());
  }

  /** A backup in the folder of a store is lost with it, and is no part of what that folder has. */
  private static void requireOutsideOfStores(Path folder) throws IOException {
    Path present = folder;
    while (!Files.exists(present)) {
      present = requireNonNull(present.getParent(), "no root");
    }
    for (Path parent = present.toRealPath(); parent != null; parent = parent.getParent()) {
      if (Files.exists(parent.resolve(STORE_CONTENT)) && !parent.equals(folder)) {
        throw new ColonnadeException(
            ErrorCode.STORE_IO,
            "folder of backups is inside of a store path=%s store=%s".formatted(folder, parent));
      }
    }
  }

  static boolean isEmpty(Path folder) throws IOException {
    try (Stream<Path> files = Files.list(folder)) {
      return files.findAny().isEmpty();
    }
  }

  Path path() {
    return folder;
  }

  private Path manifests() {
    return folder.resolve(MANIFESTS);
  }

  private Path lockFile() {
    return folder.resolve(LOCK);
  }

  private Path files() {
    return folder.resolve(FILES);
  }

  /** Returns the place of the content with a checksum. */
  Path content(String checksum) {
    return files().resolve(checksum);
  }

  /** Returns the place of content that is being copied. */
  Path part(String name) {
    return files().resolve(name + PART_SUFFIX);
  }

  /** Returns all backups, the oldest first. Throws STORE_CORRUPT if a manifest is damaged. */
  public List<BackupManifest> backups() {
    List<BackupManifest> found = new ArrayList<>();
    try (DirectoryStream<Path> entries =
        Files.newDirectoryStream(manifests(), "[0-9][0-9][0-9][0-9][0-9][0-9]*")) {
      for (Path entry : entries) {
        if (!entry.toString().endsWith(PART_SUFFIX)) {
          found.add(read(entry));
        }
      }
    } catch (IOException e) {
      throw failed("list", manifests(), e);
    }
    found.sort(Comparator.comparingInt(BackupManifest::number));
    return found;
  }

  private static BackupManifest read(Path file) throws IOException {
    if (Files.size(file) > MANIFEST_BYTES_MAX) {
      throw new ColonnadeException(
          ErrorCode.STORE_CORRUPT, "backup is damaged file=%s reason=too long".formatted(file));
    }
    BackupManifest manifest =
        BackupManifest.parse(new String(Files.readAllBytes(file), UTF_8), file.toString());
    if (!file.endsWith(name(manifest.number()))) {
      throw new ColonnadeException(
          ErrorCode.STORE_CORRUPT,
          "backup is damaged file=%s reason=number is %d".formatted(file, manifest.number()));
    }
    return manifest;
  }

  /**
   * Returns a backup.
   *
   * @param number its number, or null for the newest one
   * @throws ColonnadeException STORE_IO if there is none
   */
  public BackupManifest backup(@Nullable Integer number) {
    List<BackupManifest> all = backups();
    return all.stream()
        .filter(manifest -> number == null || manifest.number() == number)
        .reduce((_, newer) -> newer)
        .orElseThrow(
            () ->
                new ColonnadeException(
                    ErrorCode.STORE_IO,
                    "there is no such backup path=%s number=%s found=%s"
                        .formatted(
                            folder,
                            number == null ? "newest" : number,
                            all.stream().map(BackupManifest::number).toList())));
  }

  private static String name(int number) {
    return "%06d".formatted(number);
  }

  /** Writes a manifest, durably and atomically; its files are complete. */
  void write(BackupManifest manifest) {
    Path file = manifests().resolve(name(manifest.number()));
    Path part = file.resolveSibling(file.getFileName() + PART_SUFFIX);
    try {
      sync(files(), StandardOpenOption.READ);
      Files.writeString(part, manifest.text());
      sync(part, StandardOpenOption.WRITE);
      Files.move(part, file, StandardCopyOption.ATOMIC_MOVE);
      sync(manifests(), StandardOpenOption.READ);
    } catch (IOException e) {
      throw failed("write manifest", file, e);
    }
  }

  static void sync(Path path, StandardOpenOption access) throws IOException {
    try (FileChannel channel = FileChannel.open(path, access)) {
      channel.force(true);
    }
  }

  /** Deletes the oldest backups but {@code keepCount} and all content that no backup needs. */
  void prune(int keepCount) {
    List<BackupManifest> all = backups();
    List<BackupManifest> kept =
        keepCount == 0 ? all : all.subList(Math.max(0, all.size() - keepCount), all.size());
    try {
      for (BackupManifest old : all.subList(0, all.size() - kept.size())) {
        Files.delete(manifests().resolve(name(old.number())));
      }
      sync(manifests(), StandardOpenOption.READ); // before their content
      deleteExcept(checksums(kept));
    } catch (IOException e) {
      throw failed("delete", folder, e);
    }
  }

  private static Set<String> checksums(List<BackupManifest> backups) {
    Set<String> checksums = new HashSet<>();
    for (BackupManifest manifest : backups) {
      manifest.files().forEach(file -> checksums.add(file.checksum()));
    }
    return checksums;
  }

  private void deleteExcept(Set<String> checksums) throws IOException {
    try (DirectoryStream<Path> entries = Files.newDirectoryStream(files())) {
      for (Path entry : entries) {
        String name = String.valueOf(entry.getFileName());
        if (!checksums.contains(name) && CONTENT.matcher(name).matches()) {
          Files.delete(entry);
        }
      }
    }
  }

  /** Returns the lock of the folder. Throws STORE_LOCKED if a backup is being written. */
  FileChannel lock() {
    Path file = lockFile();
    try {
      FileChannel channel =
          FileChannel.open(file, StandardOpenOption.CREATE, StandardOpenOption.WRITE);
      if (tryLock(channel)) {
        return channel;
      }
      channel.close();
    } catch (IOException e) {
      throw failed("lock", file, e);
    }
    throw new ColonnadeException(
        ErrorCode.STORE_LOCKED, "another backup is being written to this folder path=" + folder);
  }

  private static boolean tryLock(FileChannel channel) throws IOException {
    try {
      FileLock lock = channel.tryLock();
      return lock != null;
    } catch (OverlappingFileLockException e) {
      return false;
    }
  }

  /** Returns the exception for a failed operation on files. */
  static ColonnadeException failed(String operation, Path path, IOException cause) {
    boolean isDiskFull = String.valueOf(cause.getMessage()).contains("No space left on device");
    String reason =
        switch (cause) {
          case AccessDeniedException e -> "no permission for " + e.getFile();
          case NoSuchFileException e -> "missing " + e.getFile();
          case FileAlreadyExistsException e -> "not a folder " + e.getFile();
          case FileSystemException e when e.getReason() != null -> e.getReason();
          default -> cause.toString();
        };
    return new ColonnadeException(
        isDiskFull ? ErrorCode.DISK_FULL : ErrorCode.STORE_IO,
        "backup failed operation=%s path=%s reason=%s".formatted(operation, path, reason),
        cause);
  }
}
