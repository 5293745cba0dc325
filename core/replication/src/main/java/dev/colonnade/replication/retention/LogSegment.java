package dev.colonnade.replication.retention;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * File of the log. Ratis names a file that is complete {@code log_FIRST-LAST}, and the one to which
 * it appends {@code log_inprogress_FIRST}.
 *
 * @param first index of the first entry
 * @param last index of the last entry; {@link #OPEN} if entries are appended to it
 * @param bytes size of the file
 */
record LogSegment(long first, long last, long bytes) {
  /** Last index of the segment to which entries are appended. */
  static final long OPEN = Long.MAX_VALUE;

  private static final Pattern NAME =
      Pattern.compile("log_(?:inprogress_(?<open>\\d+)|(?<first>\\d+)-(?<last>\\d+))");

  /** Returns the segments in a folder in their order. */
  static List<LogSegment> list(Path folder) throws IOException {
    List<LogSegment> segments = new ArrayList<>();
    try (Stream<Path> files = Files.list(folder)) {
      for (Path file : files.toList()) {
        Matcher name = NAME.matcher(String.valueOf(file.getFileName()));
        if (name.matches()) {
          add(segments, name, file);
        }
      }
    }
    segments.sort(Comparator.comparingLong(LogSegment::first));
    return segments;
  }

  private static void add(List<LogSegment> segments, Matcher name, Path file) throws IOException {
    String open = name.group("open");
    try {
      segments.add(
          open == null
              ? new LogSegment(
                  Long.parseLong(name.group("first")),
                  Long.parseLong(name.group("last")),
                  Files.size(file))
              : new LogSegment(Long.parseLong(open), OPEN, Files.size(file)));
    } catch (NoSuchFileException e) {
      // It was completed, and has another name, or was removed.
      return;
    }
  }
}
