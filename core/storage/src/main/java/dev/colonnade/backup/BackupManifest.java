package dev.colonnade.backup;

import static java.nio.charset.StandardCharsets.UTF_8;
import static java.util.Objects.requireNonNull;

import dev.colonnade.error.ColonnadeException;
import dev.colonnade.error.ErrorCode;
import java.time.DateTimeException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * Description of a backup. Its text form has a line for each property and each file, and ends with
 * the SHA-256 of the lines before:
 *
 * <pre>
 *   colonnade backup
 *   format=2
 *   number=12
 *   store=0e1f...
 *   created=2026-01-31T12:00:00Z
 *   archive=INCARNATION NUMBER       (format 2)
 *   file=CHECKSUM BYTES NAME
 *   ...
 *   checksum=CHECKSUM
 * </pre>
 *
 * <p>The format is 1 if the store had no archive.
 *
 * @param number number of the backup in its folder, from 1
 * @param storeId identity of the store; a restored store has a new one
 * @param createdAt time of the backup
 * @param archive a position in the archive up to which the backup contains all groups; null if the
 *     store had no archive
 * @param files files, by name
 */
public record BackupManifest(
    int number,
    UUID storeId,
    Instant createdAt,
    @Nullable ArchivePosition archive,
    List<BackupFile> files) {
  private static final String HEADER = "colonnade backup";
  private static final int FORMAT = 1;
  private static final int FORMAT_WITH_ARCHIVE = 2;

  public BackupManifest {
    requireNonNull(storeId, "storeId is null");
    requireNonNull(createdAt, "createdAt is null");
    files = List.copyOf(files);
    if (number < 1) {
      throw new IllegalArgumentException("number below 1 number=" + number);
    }
  }

  /** Returns the number of files. */
  public int fileCount() {
    return files.size();
  }

  /** Returns the size of all files in bytes. */
  public long byteCount() {
    return files.stream().mapToLong(BackupFile::byteCount).sum();
  }

  Map<String, BackupFile> filesByName() {
    Map<String, BackupFile> byName = new HashMap<>();
    files.forEach(file -> byName.put(file.name(), file));
    return byName;
  }

  String text() {
    StringBuilder text = new StringBuilder(HEADER).append('\n');
    text.append("format=").append(archive == null ? FORMAT : FORMAT_WITH_ARCHIVE).append('\n');
    text.append("number=").append(number).append('\n');
    text.append("store=").append(storeId).append('\n');
    text.append("created=").append(createdAt).append('\n');
    if (archive != null) {
      text.append("archive=").append(archive.incarnation()).append(' ');
      text.append(archive.number()).append('\n');
    }
    for (BackupFile file : files) {
      text.append("file=").append(file.checksum()).append(' ').append(file.byteCount());
      text.append(' ').append(file.name()).append('\n');
    }
    String checksum = FileCopier.checksum(text.toString().getBytes(UTF_8));
    return text.append("checksum=").append(checksum).append('\n').toString();
  }

  /**
   * Parses {@link #text}.
   *
   * @param source name of the file, for messages
   * @throws ColonnadeException STORE_CORRUPT if it is not a complete manifest; STORE_FORMAT_TOO_NEW
   */
  static BackupManifest parse(String text, String source) {
    int end = text.lastIndexOf("checksum=");
    if (!text.startsWith(HEADER + "\n") || end < 0) {
      throw damaged(source, "not a manifest");
    }
    String content = text.substring(0, end);
    requireFormat(content, source);
    String expected = "checksum=" + FileCopier.checksum(content.getBytes(UTF_8)) + "\n";
    if (!text.substring(end).equals(expected)) {
      throw damaged(source, "checksum differs");
    }
    try {
      return parseLines(content.lines().skip(2).toList());
    } catch (IllegalArgumentException | DateTimeException | IndexOutOfBoundsException e) {
      throw damaged(source, e.toString());
    }
  }

  private static void requireFormat(String content, String source) {
    List<String> lines = content.lines().limit(2).toList();
    String format = lines.size() < 2 ? "" : lines.get(1);
    if (!format.matches("format=[1-9][0-9]{0,8}")) {
      throw damaged(source, "no format");
    }
    if (!format.equals("format=" + FORMAT) && !format.equals("format=" + FORMAT_WITH_ARCHIVE)) {
      throw new ColonnadeException(
          ErrorCode.STORE_FORMAT_TOO_NEW,
          "backup was written by a newer version file=%s %s supported=%d"
              .formatted(source, format, FORMAT_WITH_ARCHIVE));
    }
  }

  private static BackupManifest parseLines(List<String> lines) {
    int number = Integer.parseInt(value(lines.get(0), "number"));
    UUID store = UUID.fromString(value(lines.get(1), "store"));
    Instant created = Instant.parse(value(lines.get(2), "created"));
    ArchivePosition archive = null;
    if (lines.size() > 3 && lines.get(3).startsWith("archive=")) {
      String[] parts = value(lines.get(3), "archive").split(" ", 2);
      archive = new ArchivePosition(store, Integer.parseInt(parts[0]), Long.parseLong(parts[1]));
    }
    List<BackupFile> files = new ArrayList<>();
    for (String line : lines.subList(archive == null ? 3 : 4, lines.size())) {
      String[] parts = value(line, "file").split(" ", 3);
      files.add(new BackupFile(parts[2], Long.parseLong(parts[1]), parts[0]));
    }
    return new BackupManifest(number, store, created, archive, files);
  }

  private static String value(String line, String name) {
    if (!line.startsWith(name + "=")) {
      throw new IllegalArgumentException("expected %s found line=%s".formatted(name, line));
    }
    return line.substring(name.length() + 1);
  }

  private static ColonnadeException damaged(String source, String reason) {
    return new ColonnadeException(
        ErrorCode.STORE_CORRUPT, "backup is damaged file=%s reason=%s".formatted(source, reason));
  }
}
