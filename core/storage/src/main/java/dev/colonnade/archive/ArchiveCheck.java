package dev.colonnade.archive;

import dev.colonnade.backup.FileCopier;
import dev.colonnade.error.ColonnadeException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** Check of an archive: reads all groups from the oldest segment on, and compares table files. */
public final class ArchiveCheck {
  private ArchiveCheck() {}

  /** Returns a text for each problem; reading ends at the first damaged or missing group. */
  public static List<String> run(ArchiveFolder archive) {
    List<String> problems = new ArrayList<>();
    try {
      List<ArchiveFolder.Segment> segments = archive.segments();
      if (!segments.isEmpty()) {
        new ArchiveLog(archive, segments.getFirst().header().first())
            .read(
                group -> {
                  if (group.kind() == ArchiveRecord.Kind.INGEST) {
                    checkTables(archive, group, problems);
                  }
                  return true;
                });
      }
    } catch (ColonnadeException e) {
      problems.add(String.valueOf(e.getMessage()));
    }
    return problems;
  }

  private static void checkTables(
      ArchiveFolder archive, ArchiveRecord group, List<String> problems) {
    List<IngestedFile> files = IngestedFile.decode(group.payload());
    for (int i = 0; i < files.size(); i++) {
      Path table = archive.table(group.number(), i);
      try {
        if (!Files.exists(table)) {
          problems.add("a table file is missing group=%d path=%s".formatted(group.number(), table));
        } else if (!FileCopier.unlimited().checksum(table).equals(files.get(i).checksum())) {
          problems.add("a table file has other content path=" + table);
        }
      } catch (IOException e) {
        throw ArchiveFolder.failed("check", table, e);
      }
    }
  }
}
