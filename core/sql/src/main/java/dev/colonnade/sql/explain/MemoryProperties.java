package dev.colonnade.sql.explain;

import dev.colonnade.sql.execute.OperatorStatistics;
import dev.colonnade.sql.explain.format.ExplainProperty;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Properties of the memory and of the temporary files of sorts and hash tables. */
final class MemoryProperties {
  private static final int KILOBYTE = 1024;

  private MemoryProperties() {}

  static long kilobytes(long bytes) {
    return Math.ceilDiv(bytes, KILOBYTE);
  }

  /**
   * Returns the properties of a sort; none if it was not executed.
   *
   * @param isLimited whether only the first rows are needed
   */
  static List<ExplainProperty> sort(@Nullable OperatorStatistics statistics, boolean isLimited) {
    if (statistics == null || statistics.starts() == 0) {
      return List.of();
    }
    boolean isSpilled = statistics.spilledBytes() > 0;
    String method = isSpilled ? "external merge" : isLimited ? "top-N heapsort" : "quicksort";
    String space = isSpilled ? "Disk" : "Memory";
    long used = kilobytes(isSpilled ? statistics.spilledBytes() : statistics.peakMemoryBytes());
    return List.of(
        ExplainProperty.line("Sort Method", "%s  %s: %dkB".formatted(method, space, used)),
        ExplainProperty.structured("Sort Method", method),
        ExplainProperty.structured("Sort Space Used", used),
        ExplainProperty.structured("Sort Space Type", space));
  }

  /**
   * Returns the properties of a hash table; none if it was not executed. A table that was not
   * spilled has one batch; the number of batches is not known otherwise.
   *
   * @param batchesKey name of the number of batches in structured formats
   */
  static List<ExplainProperty> hashTable(
      @Nullable OperatorStatistics statistics, String batchesKey) {
    if (statistics == null || statistics.starts() == 0) {
      return List.of();
    }
    long memory = kilobytes(statistics.peakMemoryBytes());
    long disk = kilobytes(statistics.spilledBytes());
    List<ExplainProperty> properties = new ArrayList<>();
    if (disk == 0) {
      properties.add(ExplainProperty.line("Batches", "1  Memory Usage: %dkB".formatted(memory)));
      properties.add(ExplainProperty.structured(batchesKey, 1));
    } else {
      properties.add(
          ExplainProperty.line("Memory Usage", "%dkB  Disk Usage: %dkB".formatted(memory, disk)));
    }
    properties.add(ExplainProperty.structured("Peak Memory Usage", memory));
    properties.add(ExplainProperty.structured("Disk Usage", disk));
    return properties;
  }
}
