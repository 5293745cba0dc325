package dev.colonnade.bench.report;

import static java.util.Objects.requireNonNull;

import com.fasterxml.jackson.annotation.JsonProperty;
import com.sun.management.OperatingSystemMXBean;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;

/** Description of the machine that measurements were made on. */
public record Machine(
    @JsonProperty("cpu") String cpu,
    @JsonProperty("cores") int cores,
    @JsonProperty("memory_bytes") long memoryBytes,
    @JsonProperty("os") String os,
    @JsonProperty("jdk") String jdk) {
  private static final Path CPU_INFO = Path.of("/proc/cpuinfo");

  public Machine {
    requireNonNull(cpu, "cpu is null");
    requireNonNull(os, "os is null");
    requireNonNull(jdk, "jdk is null");
  }

  /** Returns the machine that this process runs on. */
  public static Machine current() {
    return new Machine(
        cpuModel(),
        Runtime.getRuntime().availableProcessors(),
        ManagementFactory.getPlatformMXBean(OperatingSystemMXBean.class).getTotalMemorySize(),
        System.getProperty("os.name") + " " + System.getProperty("os.version"),
        System.getProperty("java.vm.name") + " " + Runtime.version());
  }

  /** Returns the description in one line for users. */
  public String summary() {
    return cpu
        + ", "
        + cores
        + (cores == 1 ? " core, " : " cores, ")
        + ReadableNumbers.bytes(memoryBytes)
        + ", "
        + os
        + ", "
        + jdk;
  }

  private static String cpuModel() {
    String architecture = System.getProperty("os.arch");
    if (!Files.isReadable(CPU_INFO)) {
      return architecture;
    }
    try (Stream<String> lines = Files.lines(CPU_INFO)) {
      return lines
          .filter(line -> line.startsWith("model name"))
          .map(line -> line.substring(line.indexOf(':') + 1).strip())
          .findFirst()
          .orElse(architecture);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
