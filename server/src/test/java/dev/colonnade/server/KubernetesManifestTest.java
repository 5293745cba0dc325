package dev.colonnade.server;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;

import dev.colonnade.server.config.load.ConfigLoader;
import dev.colonnade.server.config.load.ConfigSources;
import dev.colonnade.server.config.load.LoadedConfig;
import dev.colonnade.storage.cluster.ClusterConfig;
import dev.colonnade.storage.cluster.ClusterPeer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import picocli.CommandLine;

/**
 * Tests of {@code docker/kubernetes/cluster.yml} against the flags, ports and pages of the server.
 */
@SuppressWarnings("unchecked") // the types of a manifest are those that the test expects
final class KubernetesManifestTest {
  private static final Path MANIFEST = Path.of("..", "docker", "kubernetes", "cluster.yml");
  private static final Duration GIVE_UP = Duration.ofSeconds(20);

  private List<Map<String, Object>> documents = List.of();

  @BeforeEach
  void read() throws Exception {
    documents = ManifestYaml.documents(Files.readAllLines(MANIFEST));
  }

  private Map<String, Object> document(String kind, String name) {
    return documents.stream()
        .filter(it -> get(it, "kind").equals(kind) && get(it, "metadata", "name").equals(name))
        .findFirst()
        .orElseThrow();
  }

  private static Object get(Object node, String... path) {
    Object found = node;
    for (String key : path) {
      found = requireNonNull(((Map<String, Object>) found).get(key), "missing: " + key);
    }
    return found;
  }

  private static List<Map<String, Object>> list(Object node, String... path) {
    return (List<Map<String, Object>>) get(node, path);
  }

  private Object pod() {
    return get(document("StatefulSet", "colonnade"), "spec", "template", "spec");
  }

  private Object container() {
    return list(pod(), "containers").getFirst();
  }

  /** Returns the arguments of a member. */
  private StartArguments arguments(String pod) {
    List<String> arguments = new ArrayList<>();
    for (Object argument : (List<Object>) get(container(), "args")) {
      arguments.add(String.valueOf(argument).replace("$(POD_NAME)", pod));
    }
    assertThat(arguments.getFirst()).isEqualTo(StartArguments.COMMAND);
    StartCommand command = new StartCommand();
    new CommandLine(command)
        .parseArgs(arguments.subList(1, arguments.size()).toArray(String[]::new));
    return command.arguments();
  }

  /** Returns the ports of a list by their names. */
  private static Map<String, Object> ports(Object node, String field, String... path) {
    Map<String, Object> ports = new LinkedHashMap<>();
    list(node, path).forEach(port -> ports.put((String) get(port, "name"), get(port, field)));
    return ports;
  }

  @Test
  void shouldStartThreeMembersOfOneCluster() {
    Object set = get(document("StatefulSet", "colonnade"), "spec");
    assertThat(get(set, "replicas")).isEqualTo(3);
    String domain = (String) get(set, "serviceName");
    assertThat(get(document("Service", domain), "spec", "clusterIP")).isEqualTo("None");
    assertThat(get(document("Service", domain), "spec", "publishNotReadyAddresses"))
        .isEqualTo(true);
    for (int i = 0; i < 3; i++) {
      String pod = "colonnade-" + i;
      StartArguments arguments = arguments(pod);
      ClusterConfig member = arguments.cluster(arguments.load().config()).orElseThrow();
      assertThat(member.self()).isEqualTo(pod);
      assertThat(member.selfPeer()).isEqualTo(new ClusterPeer(pod, pod + "." + domain, 7490));
      assertThat(member.peers()).hasSize(3);
      assertThat(member.folder()).isEqualTo(Path.of("/var/lib/colonnade/store"));
    }
  }

  @Test
  void shouldNameThePortsOnWhichMembersListen() {
    StartArguments arguments = arguments("colonnade-0");
    Map<String, Object> listening = new LinkedHashMap<>();
    listening.put("native", Integer.valueOf(arguments.values().get(StartArguments.NATIVE_PORT)));
    listening.put("postgresql", Integer.valueOf(arguments.values().get(StartArguments.PG_PORT)));
    listening.put("http", Integer.valueOf(arguments.values().get(StartArguments.HTTP_PORT)));
    listening.put(
        "peers", arguments.cluster(arguments.load().config()).orElseThrow().selfPeer().port());
    assertThat(ports(container(), "containerPort", "ports")).isEqualTo(listening);
    assertThat(ports(document("Service", "colonnade-members"), "port", "spec", "ports"))
        .isEqualTo(listening);
    assertThat(ports(document("Service", "colonnade"), "port", "spec", "ports"))
        .isEqualTo(
            Map.of("native", listening.get("native"), "postgresql", listening.get("postgresql")));
    Object annotations =
        get(document("StatefulSet", "colonnade"), "spec", "template", "metadata", "annotations");
    assertThat(get(annotations, "prometheus.io/port"))
        .isEqualTo(String.valueOf(listening.get("http")));
    assertThat(get(annotations, "prometheus.io/path")).isEqualTo("/metrics");
  }

  @Test
  void shouldProbePagesOfTheServer() throws Exception {
    String pages = Files.readString(Path.of("..", "docs", "operations.md"));
    for (String probe : List.of("startupProbe", "livenessProbe", "readinessProbe")) {
      assertThat(get(container(), probe, "httpGet", "port")).isEqualTo("http");
      String path = (String) get(container(), probe, "httpGet", "path");
      assertThat(path).isEqualTo(probe.startsWith("readiness") ? "/ready" : "/health");
      assertThat(pages).contains("| `" + path + "` |");
    }
  }

  @Test
  void shouldSetKnownVariablesOnly() {
    Map<String, String> variables = new LinkedHashMap<>();
    for (Map<String, Object> variable : list(container(), "env")) {
      Object value = variable.get("value");
      if (value != null && get(variable, "name").toString().startsWith("COLONNADE_")) {
        variables.put(get(variable, "name").toString(), String.valueOf(value));
      }
    }
    LoadedConfig loaded =
        ConfigLoader.load(
            new ConfigSources(
                null,
                variables,
                Map.of("store.folder", new ConfigSources.Option("--store", "store"))));
    assertThat(loaded.unknownVariables()).isEmpty();
    Path password = loaded.config().setup().passwordFile().orElseThrow();
    assertThat(mountOf(password).get("name")).isEqualTo("password");
    assertThat(get(list(pod(), "volumes").get(1), "secret", "secretName")).isEqualTo("colonnade");
    // Kubernetes adds variables such as COLONNADE_PORT for its services, which are unknown.
    assertThat(get(pod(), "enableServiceLinks")).isEqualTo(false);
  }

  /** Returns the mount that contains a file. */
  private Map<String, Object> mountOf(Path file) {
    Optional<Map<String, Object>> mount =
        list(container(), "volumeMounts").stream()
            .filter(it -> file.startsWith(Path.of((String) get(it, "mountPath"))))
            .findFirst();
    return mount.orElseThrow();
  }

  @Test
  void shouldKeepAMajorityDuringMaintenance() {
    Object budget = get(document("PodDisruptionBudget", "colonnade"), "spec");
    assertThat(get(budget, "minAvailable")).isEqualTo(2);
    Object labels = get(document("StatefulSet", "colonnade"), "spec", "selector", "matchLabels");
    assertThat(get(budget, "selector", "matchLabels")).isEqualTo(labels);
    assertThat(get(document("StatefulSet", "colonnade"), "spec", "template", "metadata", "labels"))
        .isEqualTo(labels);
    assertThat(get(document("Service", "colonnade"), "spec", "selector")).isEqualTo(labels);
    assertThat(get(document("Service", "colonnade-members"), "spec", "selector")).isEqualTo(labels);
  }

  @Test
  void shouldStoreRowsOnAVolumeWithLeastRights() {
    StartArguments arguments = arguments("colonnade-0");
    Path store = arguments.cluster(arguments.load().config()).orElseThrow().folder();
    assertThat(mountOf(store).get("name")).isEqualTo("store");
    assertThat(
            get(
                list(document("StatefulSet", "colonnade"), "spec", "volumeClaimTemplates")
                    .getFirst(),
                "metadata",
                "name"))
        .isEqualTo("store");
    assertThat(get(container(), "securityContext", "readOnlyRootFilesystem")).isEqualTo(true);
    assertThat(get(container(), "securityContext", "allowPrivilegeEscalation")).isEqualTo(false);
    assertThat(get(pod(), "securityContext", "runAsNonRoot")).isEqualTo(true);
    Duration drain = arguments.load().config().network().timeouts().drain();
    assertThat((Integer) get(pod(), "terminationGracePeriodSeconds"))
        .isGreaterThan((int) drain.plus(GIVE_UP).toSeconds());
  }
}
