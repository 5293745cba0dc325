package dev.colonnade.archive;

import static java.util.Objects.requireNonNull;

import dev.colonnade.error.ColonnadeException;
import dev.colonnade.error.ErrorCode;
import java.io.IOException;
import java.io.InputStream;
import java.nio.channels.FileChannel;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.DirectoryStream;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.UUID;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Folder of an archive:
 *
 * <pre>
 *   LOCK                            held by the server that writes
 *   INCARNATION-FIRST.segment       segment, named by its first group
 *   NUMBER-INDEX.table              table file that group NUMBER ingested
 *   ID.part                         table file that is not ingested yet
 * </pre>
 */
public final class ArchiveFolder {
  private static final String TABLE_SUFFIX = ".table";
  private static final String PART_SUFFIX = ".part";

  private final Path folder;

  private ArchiveFolder(Path folder) {
    this.folder = folder.toAbsolutePath().normalize();
  }

  /** Returns the archive in a folder, which exists. Throws STORE_IO if it does not. */
  public static ArchiveFolder existing(Path folder) {
    requireNonNull(folder, "folder is null");
    ArchiveFolder archive = new ArchiveFolder(folder);
    if (!Files.isDirectory(archive.folder)) {
      throw new ColonnadeException(
          ErrorCode.STORE_IO, "there is no archive in this folder path=" + archive.folder);
    }
    return archive;
  }

  /**
   * Returns the folder of an archive, and creates it for the owner only. Throws STORE_IO if it
   * contains anything else.
   */
  static ArchiveFolder create(Path folder) {
    ArchiveFolder archive = new ArchiveFolder(folder);
    try {
      if (!Files.exists(archive.folder)) {
        Files.createDirectories(archive.folder);
        if (isPosix(archive.folder)) {
          Files.setPosixFilePermissions(
              archive.folder, PosixFilePermissions.fromString("rwx------"));
        }
      }
      try (Stream<Path> files = Files.list(archive.folder)) {
        Path other = files.filter(file -> !isOwn(file)).findFirst().orElse(null);
        if (other != null) {
          throw new ColonnadeException(
              ErrorCode.STORE_IO, "folder of the archive contains something else path=" + other);
        }
      }
      return archive;
    } catch (IOException e) {
      throw failed("create", archive.folder, e);
    }
  }

  private static boolean isPosix(Path path) {
    return path.getFileSystem().supportedFileAttributeViews().contains("posix");
  }

  private static boolean isOwn(Path file) {
    String name = String.valueOf(file.getFileName());
    return name.equals("LOCK")
        || name.endsWith(SegmentLayout.SUFFIX)
        || name.endsWith(TABLE_SUFFIX)
        || name.endsWith(PART_SUFFIX);
  }

  Path path() {
    return folder;
  }

  /** Returns the lock of the writer. Throws STORE_LOCKED if another one has it. */
  FileChannel lock() {
    Path file = folder.resolve("LOCK");
    try {
      FileChannel channel =
          FileChannel.open(file, StandardOpenOption.CREATE, StandardOpenOption.WRITE);
      if (isLocked(channel)) {
        return channel;
      }
      channel.close();
    } catch (IOException e) {
      throw failed("lock", file, e);
    }
    throw new ColonnadeException(
        ErrorCode.STORE_LOCKED, "another server writes to this archive path=" + folder);
  }

  private static boolean isLocked(FileChannel channel) throws IOException {
    try {
      return channel.tryLock() != null;
    } catch (OverlappingFileLockException e) {
      return false;
    }
  }

  /** Creates an empty file that only its owner may read. */
  Path create(String name) throws IOException {
    FileAttribute<?>[] attributes =
        isPosix(folder)
            ? new FileAttribute<?>[] {
              PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------"))
            }
            : new FileAttribute<?>[0];
    return Files.createFile(folder.resolve(name), attributes);
  }

  /** Returns the place of a copy of a table file that is not ingested yet. */
  Path newPart() {
    return folder.resolve(UUID.randomUUID() + PART_SUFFIX);
  }

  /** Returns the place of a table file that a group ingested. */
  Path table(long number, int index) {
    return folder.resolve(String.format(Locale.ROOT, "%016d-%06d%s", number, index, TABLE_SUFFIX));
  }

  /** Deletes what a process that was killed has left. */
  void deleteParts() {
    try (DirectoryStream<Path> parts = Files.newDirectoryStream(folder, "*" + PART_SUFFIX)) {
      for (Path part : parts) {
        Files.delete(part);
      }
    } catch (IOException e) {
      throw failed("delete", folder, e);
    }
  }

  /** Writes the names of the files to the disk. */
  void sync() throws IOException {
    try (FileChannel channel = FileChannel.open(folder, StandardOpenOption.READ)) {
      channel.force(true);
    }
  }

  /**
   * Segment of an archive.
   *
   * @param path file
   * @param header header of the file
   */
  record Segment(Path path, SegmentHeader header) {}

  /**
   * Description of a segment.
   *
   * @param name name of the file
   * @param storeId identity of the store
   * @param firstNumber number of the first group
   * @param createdAt time at which the segment began
   * @param byteCount size in bytes
   */
  public record Description(
      String name, UUID storeId, long firstNumber, Instant createdAt, long byteCount) {}

  /** Returns descriptions of the segments in the order of their groups. */
  public List<Description> describe() {
    List<Description> found = new ArrayList<>();
    for (Segment segment : segments()) {
      try {
        found.add(
            new Description(
                segment.header().fileName(),
                segment.header().storeId(),
                segment.header().first(),
                segment.header().createdAt(),
                Files.size(segment.path())));
      } catch (IOException e) {
        throw failed("list", segment.path(), e);
      }
    }
    return found;
  }

  /**
   * Returns the segments in the order of their groups.
   *
   * @throws ColonnadeException STORE_CORRUPT if one is damaged, or of another store than the others
   */
  List<Segment> segments() {
    List<Segment> segments = new ArrayList<>();
    try (DirectoryStream<Path> files =
        Files.newDirectoryStream(folder, "*" + SegmentLayout.SUFFIX)) {
      for (Path file : files) {
        SegmentHeader header = header(file);
        if (header != null) {
          segments.add(new Segment(file, header));
        }
      }
    } catch (IOException e) {
      throw failed("list", folder, e);
    }
    segments.sort(
        Comparator.<Segment>comparingInt(segment -> segment.header().incarnation())
            .thenComparingLong(segment -> segment.header().first()));
    requireOneStore(segments);
    return segments;
  }

  /** Returns the header of a file; null if the process was killed before it was written. */
  private static @Nullable SegmentHeader header(Path file) throws IOException {
    byte[] bytes;
    try (InputStream in = Files.newInputStream(file)) {
      bytes = in.readNBytes(SegmentLayout.HEADER_BYTES);
    }
    SegmentHeader header = SegmentHeader.decode(bytes);
    if (header == null && bytes.length == SegmentLayout.HEADER_BYTES) {
      throw damaged(file, "header has another checksum or format");
    }
    if (header != null && !file.endsWith(header.fileName())) {
      throw damaged(file, "name is not " + header.fileName());
    }
    return header;
  }

  private static void requireOneStore(List<Segment> segments) {
    for (Segment segment : segments) {
      if (!segment.header().storeId().equals(segments.getFirst().header().storeId())) {
        throw damaged(
            segment.path(),
            "segment of store %s among those of store %s"
                .formatted(segment.header().storeId(), segments.getFirst().header().storeId()));
      }
    }
  }

  /** Throws INVALID_CONFIGURATION if the archive is that of another store. */
  void requireStore(UUID storeId) {
    for (Segment segment : segments()) {
      if (!segment.header().storeId().equals(storeId)) {
        throw new ColonnadeException(
            ErrorCode.INVALID_CONFIGURATION,
            "the archive belongs to another store: segment=%s storeOfArchive=%s store=%s"
                .formatted(segment.path(), segment.header().storeId(), storeId));
      }
    }
  }

  /**
   * Deletes segments and table files of groups that no restore needs.
   *
   * @param number group up to which all backups contain the groups
   * @return deleted files
   */
  public int prune(long number) {
    List<Segment> segments = segments();
    int deleted = 0;
    try {
      for (int i = 0; i + 1 < segments.size(); i++) {
        if (endOf(segments, i) <= number + 1) {
          Files.delete(segments.get(i).path());
          deleted++;
        }
      }
      try (DirectoryStream<Path> tables = Files.newDirectoryStream(folder, "*" + TABLE_SUFFIX)) {
        for (Path table : tables) {
          String name = String.valueOf(table.getFileName());
          if (Long.parseLong(name.substring(0, name.indexOf('-'))) <= number) {
            Files.delete(table);
            deleted++;
          }
        }
      }
      return deleted;
    } catch (IOException e) {
      throw failed("prune", folder, e);
    }
  }

  /**
   * Deletes segments whose groups were all written before a time, and the table files of these
   * groups. The last segment remains.
   *
   * @param time time in nanoseconds since 1970
   * @return deleted files
   */
  int pruneBefore(long time) {
    List<Segment> segments = segments();
    long first = Long.MAX_VALUE;
    for (int i = segments.size() - 1; i > 0; i--) {
      SegmentHeader header = segments.get(i).header();
      // An incarnation may begin below the last group of the one before, which it replaces.
      first = Math.min(first, header.first());
      if (header.createdNanos() <= time) {
        return prune(first - 1);
      }
    }
    return 0;
  }

  /** Returns a bound above the numbers of the groups of a segment that a restore reads. */
  static long endOf(List<Segment> segments, int index) {
    SegmentHeader header = segments.get(index).header();
    long end = Long.MAX_VALUE;
    for (Segment later : segments.subList(index + 1, segments.size())) {
      boolean isSame = later.header().incarnation() == header.incarnation();
      end = Math.min(end, isSame ? later.header().first() : later.header().base());
    }
    return end;
  }

  static ColonnadeException damaged(Path file, String reason) {
    return new ColonnadeException(
        ErrorCode.STORE_CORRUPT, "archive is damaged file=%s reason=%s".formatted(file, reason));
  }

  static ColonnadeException failed(String operation, Path path, IOException cause) {
    boolean isDiskFull = String.valueOf(cause.getMessage()).contains("No space left on device");
    String reason =
        cause instanceof FileAlreadyExistsException ? "exists already" : cause.toString();
    return new ColonnadeException(
        isDiskFull ? ErrorCode.DISK_FULL : ErrorCode.STORE_IO,
        "archive failed operation=%s path=%s reason=%s".formatted(operation, path, reason),
        cause);
  }
}
