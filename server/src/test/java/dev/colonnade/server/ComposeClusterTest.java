package dev.colonnade.server;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.core.type.TypeReference;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.colonnade.error.ColonnadeException;
import dev.colonnade.server.config.SetupConfig;
import dev.colonnade.server.config.load.ConfigLoader;
import dev.colonnade.server.config.load.ConfigSources;
import dev.colonnade.server.config.load.LoadedConfig;
import dev.colonnade.server.setup.StoreSetup;
import dev.colonnade.storage.cluster.ClusterConfig;
import dev.colonnade.storage.cluster.ClusterPeer;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;

/** Tests of the arguments and variables in {@code docker/compose-cluster.yml}. */
final class ComposeClusterTest {
  private static final Pattern VARIABLE = Pattern.compile("^ +(COLONNADE_\\w+): (\\S+)$");
  private static final Pattern COMMAND = Pattern.compile("^ +command: (\\[.*])$");
  private static final Pattern PORT = Pattern.compile("^ +- \"127\\.0\\.0\\.1:(\\d+):(\\d+)\"$");
  private static final Pattern VOLUME = Pattern.compile("^ +- (\\w+):/var/lib/colonnade$");

  @TempDir private Path folder;

  private static List<String> lines() throws IOException {
    Path here = Path.of("").toAbsolutePath();
    Path root = Files.exists(here.resolve("docker")) ? here : requireNonNull(here.getParent());
    return Files.readAllLines(root.resolve("docker/compose-cluster.yml"));
  }

  private static List<Matcher> matches(Pattern pattern) throws IOException {
    List<Matcher> found = new ArrayList<>();
    for (String line : lines()) {
      Matcher matcher = pattern.matcher(line);
      if (matcher.matches()) {
        found.add(matcher);
      }
    }
    return found;
  }

  private static List<StartArguments> commands() throws IOException {
    List<StartArguments> commands = new ArrayList<>();
    for (Matcher matcher : matches(COMMAND)) {
      List<String> arguments =
          new ObjectMapper().readValue(matcher.group(1), new TypeReference<>() {});
      assertThat(arguments.getFirst()).isEqualTo(StartArguments.COMMAND);
      StartCommand command = new StartCommand();
      new CommandLine(command)
          .parseArgs(arguments.subList(1, arguments.size()).toArray(String[]::new));
      commands.add(command.arguments());
    }
    return commands;
  }

  @Test
  void shouldStartThreeMembersOfOneCluster() throws IOException {
    List<ClusterConfig> members = new ArrayList<>();
    for (StartArguments arguments : commands()) {
      members.add(arguments.cluster(arguments.load().config()).orElseThrow());
    }
    assertThat(members).extracting(ClusterConfig::self).containsExactly("a", "b", "c");
    assertThat(members).extracting(ClusterConfig::cluster).containsOnly("db");
    for (ClusterConfig member : members) {
      assertThat(member.peers()).isEqualTo(members.getFirst().peers()).hasSize(3);
      assertThat(member.selfPeer()).isEqualTo(new ClusterPeer(member.self(), member.self(), 7490));
      assertThat(member.folder()).isEqualTo(Path.of("/var/lib/colonnade/store"));
    }
    assertThat(matches(VOLUME)).extracting(found -> found.group(1)).containsExactly("a", "b", "c");
  }

  @Test
  void shouldSetKnownVariablesOnly() throws IOException {
    Map<String, String> variables = new HashMap<>();
    matches(VARIABLE).forEach(found -> variables.put(found.group(1), found.group(2)));
    assertThat(variables).containsKey("COLONNADE_PASSWORD_FILE");
    LoadedConfig loaded =
        ConfigLoader.load(
            new ConfigSources(
                null,
                variables,
                Map.of("store.folder", new ConfigSources.Option("--store", "store"))));
    assertThat(loaded.unknownVariables()).isEmpty();
    assertThat(loaded.config().setup().passwordFile()).hasValue(Path.of("/run/secrets/password"));
    assertThat(lines()).contains("  password:", "    file: ./password");
  }

  @Test
  void shouldPublishThePortsOnWhichMembersListen() throws IOException {
    Set<String> published = new HashSet<>();
    List<String> targets = new ArrayList<>();
    for (Matcher port : matches(PORT)) {
      assertThat(published.add(port.group(1))).as(port.group()).isTrue();
      targets.add(port.group(2));
    }
    List<String> listening = new ArrayList<>();
    for (StartArguments arguments : commands()) {
      listening.add(arguments.values().get(StartArguments.NATIVE_PORT));
      listening.add(arguments.values().get(StartArguments.PG_PORT));
      listening.add(arguments.values().get(StartArguments.HTTP_PORT));
    }
    assertThat(targets).isEqualTo(listening).hasSize(9);
  }

  @Test
  void shouldRefuseScriptsAndMissingPasswordFilesInACluster() {
    assertThatThrownBy(
            () ->
                StoreSetup.requireForCluster(
                    new SetupConfig(Optional.empty(), Optional.of(folder))))
        .isInstanceOf(ColonnadeException.class)
        .hasMessageContaining("are not executed by members of a cluster");
    assertThatThrownBy(
            () ->
                StoreSetup.requireForCluster(
                    new SetupConfig(Optional.of(folder.resolve("none")), Optional.empty())))
        .isInstanceOf(ColonnadeException.class)
        .hasMessageContaining("none");
  }
}
