package dev.colonnade.backup;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Check of backups: reads every file and compares it with its checksum. */
public final class BackupCheck {
  private BackupCheck() {}

  /**
   * Checks all backups in a folder.
   *
   * @return descriptions of the problems; empty if all backups are complete
   * @throws dev.colonnade.error.ColonnadeException STORE_IO if there are none; STORE_CORRUPT if a
   *     manifest is damaged
   */
  public static List<String> run(BackupFolder folder) {
    FileCopier copier = FileCopier.unlimited();
    Map<String, String> verdicts = new HashMap<>();
    List<String> problems = new ArrayList<>();
    for (BackupManifest manifest : folder.backups()) {
      for (BackupFile file : manifest.files()) {
        String verdict =
            verdicts.computeIfAbsent(file.checksum(), _ -> verdict(folder, file, copier));
        if (!verdict.isEmpty()) {
          problems.add("backup %d, %s: %s".formatted(manifest.number(), file.name(), verdict));
        }
      }
    }
    return problems;
  }

  private static String verdict(BackupFolder folder, BackupFile file, FileCopier copier) {
    Path content = folder.content(file.checksum());
    try {
      if (!Files.exists(content)) {
        return "missing " + content;
      }
      String found = copier.checksum(content);
      return found.equals(file.checksum()) ? "" : "content differs from its checksum " + content;
    } catch (IOException e) {
      return "not readable %s: %s".formatted(content, e);
    }
  }
}
