package dev.colonnade.bench.local;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class MemoryLimitTest {
  private static final long BYTES = 1L << 32;

  @TempDir private Path root;

  @Test
  void shouldConfigureSizesWithoutControlGroups() {
    try (MemoryLimit limit = MemoryLimit.of(BYTES, "server", root)) {
      assertThat(limit.description()).isEqualTo("sizes of heap and caches only");
      assertThat(limit.prefix()).isEmpty();
      LocalServerOptions options = limit.apply(LocalServerOptions.DEFAULTS);
      assertThat(options.flags()).containsExactly("-Xmx1073741824");
      assertThat(options.environment())
          .containsEntry("COLONNADE_STORE_BLOCK_CACHE", "1073741824")
          .containsEntry("COLONNADE_SCAN_COLUMN_CACHE", "268435456");
    }
  }

  @Test
  void shouldStartProcessesInAControlGroup() throws Exception {
    Path memory = Files.createDirectory(root.resolve("memory"));
    Files.createFile(memory.resolve("memory.limit_in_bytes"));
    assertInGroup("control group (v1)", memory, "memory.limit_in_bytes");
  }

  @Test
  void shouldStartProcessesInAUnifiedControlGroup() throws Exception {
    Files.createFile(root.resolve("cgroup.subtree_control"));
    assertInGroup("control group (v2)", root, "memory.max");
  }

  @Test
  void shouldConfigureSizesIfNoControlGroupCanBeCreated() throws IOException {
    Files.createFile(root.resolve("cgroup.subtree_control"));
    try (MemoryLimit first = MemoryLimit.of(BYTES, "server", root)) {
      // The group exists already, so that it cannot be created.
      assertThat(MemoryLimit.of(BYTES, "server", root).prefix()).isEmpty();
      try (MemoryLimit second = MemoryLimit.of(BYTES, "peer", root)) {
        assertThat(folder(second)).isNotEqualTo(folder(first));
        for (Path file : files(second)) {
          Files.delete(file);
        }
      }
      for (Path file : files(first)) {
        Files.delete(file);
      }
    }
    assertThat(root).isDirectoryContaining(file -> Files.isRegularFile(file));
    assertThat(root).isDirectoryNotContaining(Files::isDirectory);
  }

  private void assertInGroup(String kind, Path parent, String limitFile) throws Exception {
    try (MemoryLimit limit = MemoryLimit.of(BYTES, "server", root)) {
      assertThat(limit.description()).isEqualTo(kind);
      LocalServerOptions options = limit.apply(LocalServerOptions.DEFAULTS);
      assertThat(options.prefix()).isEqualTo(limit.prefix());
      assertThat(options.flags()).containsExactly("-Xmx1073741824");
      Path group = folder(limit);
      assertThat(group).hasParent(parent);
      assertThat(group.resolve(limitFile)).hasContent(Long.toString(BYTES));
      List<String> command = new ArrayList<>(limit.prefix());
      command.addAll(List.of("sh", "-c", "echo \"$0 $1\"; exit 3", "a b", "c"));
      Process process = new ProcessBuilder(command).start();
      assertThat(process.inputReader().readLine()).isEqualTo("a b c");
      assertThat(process.waitFor()).isEqualTo(3);
      assertThat(group.resolve("cgroup.procs")).hasContent(Long.toString(process.pid()));
      // In a file system of control groups these files end with the folder.
      for (Path file : files(limit)) {
        Files.delete(file);
      }
    }
  }

  private static List<Path> files(MemoryLimit limit) throws IOException {
    try (Stream<Path> files = Files.list(folder(limit))) {
      return files.toList();
    }
  }

  private static Path folder(MemoryLimit limit) {
    return requireNonNull(Path.of(limit.prefix().getLast()).getParent());
  }
}
